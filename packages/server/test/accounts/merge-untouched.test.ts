import { test as base, expect } from 'vitest';
import { send, startGuest, startServer, type TestServer, Visitor } from '../start-server.ts';

const password = 'correct horse';
let accounts = 0;

// biome-ignore lint/correctness/noEmptyPattern: Vitest asks for a pattern, and this fixture needs no other
const test = base.extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
  const server = await startServer();
  onCleanup(() => server[Symbol.asyncDispose]());
  return server;
});

/** An account with one endpoint, and a guest with one. The guest logs in after `use` of its endpoint. */
async function mergeAfter(
  server: TestServer,
  use: (guest: Visitor, token: string) => Promise<unknown>,
) {
  accounts += 1;
  const credentials = { email: `untouched-${accounts}@example.com`, password };
  const account = new Visitor(server);
  await account.ask(201, 'POST', '/api/auth/register', credentials);
  const own = await account.endpoint();
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await use(guest, token);
  await guest.ask(200, 'POST', '/api/auth/login', credentials);
  const listed: { token: string }[] = await guest.ask(200, 'GET', '/api/endpoints');
  return { own, token, tokens: listed.map((endpoint) => endpoint.token) };
}

test('the endpoint of a guest that only looked around does not come along', async ({ server }) => {
  const { own, token, tokens } = await mergeAfter(server, async () => {});
  expect(tokens).toEqual([own]);
  expect((await send(server, token, { method: 'POST' })).status).toBe(404);
});

test.for<[name: string, use: (guest: Visitor, token: string) => Promise<unknown>]>([
  ['captured something', (guest, token) => send(guest.server, token, { method: 'POST' })],
  [
    'captured something that was deleted',
    async (guest, token) => {
      const { id } = await send(guest.server, token, { method: 'POST' });
      await guest.ask(204, 'DELETE', `/api/requests/${id}`);
    },
  ],
  [
    'captured something that was cleared',
    async (guest, token) => {
      await send(guest.server, token, { method: 'POST' });
      await guest.ask(204, 'DELETE', `/api/requests/endpoint/${token}`);
    },
  ],
  [
    'was named',
    (guest, token) => guest.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: 'Shop' }),
  ],
  [
    'was given the name that it shows anyway',
    (guest, token) =>
      guest.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: token.slice(0, 8) }),
  ],
  [
    'had settings',
    async (guest, token) => {
      await guest.ask(200, 'PUT', `/api/endpoints/${token}/settings`, { replies: [] });
      await guest.ask(204, 'DELETE', `/api/endpoints/${token}/settings`);
    },
  ],
  ['is not the only one', (guest) => guest.endpoint()],
])('an endpoint that %s comes along', async ([, use], { server }) => {
  const { own, token, tokens } = await mergeAfter(server, use);
  expect(tokens.slice(0, 2)).toEqual([own, token]);
  expect((await send(server, token, { method: 'POST' })).status).toBe(200);
});

test('the endpoint stays if the account has no other', async ({ server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await guest.ask(201, 'POST', '/api/auth/register', { email: 'none@example.com', password });
  expect(await guest.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token }]);
});

test('a request that arrives during the merge is stored and kept, or refused', async ({
  server,
}) => {
  for (let round = 0; round < 5; round++) {
    const ids: number[] = [];
    let sending: Promise<unknown> = Promise.resolve();
    const { token, tokens } = await mergeAfter(server, async (guest, its) => {
      sending = Promise.all(
        Array.from({ length: 8 }, async () => {
          const { status, id } = await send(guest.server, its, { method: 'POST' });
          expect([200, 404]).toContain(status);
          if (status === 200) ids.push(id);
        }),
      );
    });
    await sending;
    expect(tokens.includes(token)).toBe(ids.length > 0);
  }
});
