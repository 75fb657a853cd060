import { test as base, expect } from 'vitest';
import { send, startGuest, startServer, type TestServer, type Visitor } from '../start-server.ts';

// biome-ignore lint/correctness/noEmptyPattern: Vitest asks for a pattern, and this fixture needs no other
const test = base.extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
  const server = await startServer();
  onCleanup(() => server[Symbol.asyncDispose]());
  return server;
});

const post = (server: TestServer, token: string) => send(server, token, { method: 'POST' });

test('an endpoint that never captured anything is deleted where it must be empty', async ({
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await guest.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: 'Shop' });
  await guest.ask(400, 'DELETE', `/api/endpoints/${token}?empty=1`);
  await (await startGuest(server)).ask(404, 'DELETE', `/api/endpoints/${token}?empty=true`);
  await guest.ask(204, 'DELETE', `/api/endpoints/${token}?empty=true`);
  await guest.ask(404, 'DELETE', `/api/endpoints/${token}?empty=true`);
  expect((await post(server, token)).status).toBe(404);
});

test.for<[name: string, use: (guest: Visitor, token: string, id: number) => Promise<unknown>]>([
  ['has captured something', async () => {}],
  ['has deleted it', (guest, _, id) => guest.ask(204, 'DELETE', `/api/requests/${id}`)],
  ['has cleared it', (guest, token) => guest.ask(204, 'DELETE', `/api/requests/endpoint/${token}`)],
])('an endpoint that %s is not empty', async ([, use], { server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const { id } = await post(server, token);
  await use(guest, token, id);
  await guest.ask(409, 'DELETE', `/api/endpoints/${token}?empty=true`);
  expect((await post(server, token)).status).toBe(200);
});

test('a request that arrives meanwhile is refused, or keeps the endpoint', async ({ server }) => {
  for (let round = 0; round < 5; round++) {
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    const sending = Promise.all(Array.from({ length: 8 }, () => post(server, token)));
    const { status } = await guest.call('DELETE', `/api/endpoints/${token}?empty=true`);
    const stored = (await sending).filter((answer) => answer.status === 200);
    expect(status).toBe(stored.length > 0 ? 409 : 204);
  }
});
