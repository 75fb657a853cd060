import { once } from 'node:events';
import { type ClientRequest, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FastifyRequest, fastify } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { AccountChanges } from '../../src/database/account-changes.ts';
import { registerErrorHandling } from '../../src/http/error-handling.ts';
import { registerRequestBodies } from '../../src/http/request-body.ts';
import {
  mostWaitingBytes,
  waitInTurn,
  waitingRequestBytes,
  writeTurns,
} from '../../src/http/waiting-changes.ts';
import { eventually } from '../eventually.ts';
import { fairParts } from '../fair-parts.ts';

const disposers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const dispose of disposers.splice(0)) await dispose();
});

const largestBodyBytes = 1024 * 1024;

/** Handlers begin in the order of `begun`, and end when `finish` is called with their name, or at once if it was. */
async function start(longestMs?: number) {
  const app = fastify({ bodyLimit: largestBodyBytes });
  // As the service has it.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  let came = 0;
  const begun: string[] = [];
  const handlers = new Map<string, PromiseWithResolvers<void>>();
  const of = (name: string) => {
    const handler = handlers.get(name) ?? Promise.withResolvers<void>();
    handlers.set(name, handler);
    return handler;
  };
  const parts = fairParts();
  const changes = new AccountChanges(async () => {});
  registerErrorHandling(app);
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', async (request) => {
    const id = Number(request.headers['x-account']);
    // Nothing here asks for more of a caller than its id.
    if (id > 0) Object.assign(request, { caller: { account: { id } } });
  });
  // It runs before the hook that waits.
  app.addHook('preValidation', async () => {
    came += 1;
  });
  const refuseWaiting = waitInTurn(
    app,
    { ...parts, store: { changes } },
    () => '192.0.2.1',
    longestMs,
  );
  registerRequestBodies(app);
  const handler = async ({ query }: FastifyRequest) => {
    const { name } = query as { name: string }; // as every call here has it
    begun.push(name);
    if (name === 'failing') throw new Error('the handler failed');
    await of(name).promise;
    return name;
  };
  app.get('/', handler);
  app.post('/', { schema: { body: { type: 'object' } } }, handler);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo; // a listening TCP server has one
  disposers.push(async () => {
    for (const { resolve } of handlers.values()) resolve();
    app.server.closeAllConnections();
    await app.close();
  });

  /** Sends the head of a call, and its body. */
  function call(account: number, name: string, { method = 'POST', body = '{}' } = {}) {
    const client = open(account, name, method, Buffer.byteLength(body));
    client.end(body);
    return { client, status: statusOf(client) };
  }

  function open(account: number, name: string, method: string, length: number): ClientRequest {
    const headers = {
      'x-account': account,
      'content-type': 'application/json',
      'content-length': length,
    };
    const path = `/?name=${name}`;
    return httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false });
  }

  const finish = (...names: string[]) => {
    for (const name of names) of(name).resolve();
  };
  const haveBegun = (...names: string[]) =>
    eventually(
      () => begun,
      () => begun.join() === names.join(),
    );
  /** Waits until so many requests are whole, and so many connections open. */
  const haveCome = (count: number) =>
    eventually(
      () => came,
      () => came === count,
    );
  const areOpen = (count: number) =>
    eventually(
      () => new Promise((resolve) => app.server.getConnections((_, open) => resolve(open))),
      (open) => open === count,
    );
  return {
    port,
    call,
    open,
    finish,
    haveBegun,
    haveCome,
    areOpen,
    refuseWaiting,
    writes: parts.writes,
  };
}

function statusOf(client: ClientRequest): Promise<number | undefined> {
  return once(client, 'response').then(
    ([response]) => {
      response.resume();
      return response.statusCode;
    },
    () => undefined,
  );
}

test('one change of a party is made at a time, and so many of all', async () => {
  const { call, finish, haveBegun, writes } = await start();
  const { total } = writeTurns;
  call(1, 'a1');
  await haveBegun('a1');
  const waits = call(1, 'a2');
  const names = Array.from({ length: total }, (_, index) => `of${index + 2}`);
  for (const [index, name] of names.entries()) call(index + 2, name);
  await eventually(
    () => writes.held,
    (held) => held === total,
  );
  finish('a1');
  await eventually(
    () => writes.held,
    (held) => held === total,
  );
  finish('a2', ...names);
  expect(await waits.status).toBe(200);
  await eventually(
    () => writes.held,
    (held) => held === 0,
  );
});

test('a slow sender holds no turn', async () => {
  const { call, open, haveBegun, finish } = await start();
  const slow = open(1, 'slow', 'POST', 2);
  slow.write('{');
  call(1, 'whole');
  await haveBegun('whole');
  finish('whole', 'slow');
  slow.end('}');
  expect(await statusOf(slow)).toBe(200);
});

test('nobody waits for ever: behind a handler that takes long a change is refused', async () => {
  const { call, finish, haveBegun } = await start(50);
  const slow = call(1, 'slow');
  await haveBegun('slow');
  expect(await call(1, 'late').status).toBe(503);
  finish('slow', 'next');
  expect(await slow.status).toBe(200);
  expect(await call(1, 'next').status).toBe(200);
});

test('failures before and in the handler give the turn back', async () => {
  const { call, finish, writes } = await start();
  expect(await call(1, 'malformed', { body: '{' }).status).toBe(400);
  expect(await call(1, 'invalid', { body: '[]' }).status).toBe(400);
  expect(await call(1, 'failing').status).toBe(500);
  finish('next');
  expect(await call(1, 'next').status).toBe(200);
  expect(writes.held).toBe(0);
});

test('where bodies take too much, the newest of who holds most is refused', async () => {
  const { call, open, finish, haveBegun } = await start();
  finish('neighbour');
  const fits = Math.floor(mostWaitingBytes / (largestBodyBytes + waitingRequestBytes));
  const hostile = Array.from({ length: fits }, (_, index) => {
    const client = open(1, `h${index}`, 'POST', largestBodyBytes);
    client.on('error', () => {});
    client.write('{');
    return { client, status: statusOf(client) };
  });
  const body = `{"a":"${'x'.repeat(largestBodyBytes - 8)}"}`;
  // All have come once the next one of the party is refused.
  await eventually(
    () => call(1, 'more', { body }).status,
    (status) => status === 503,
  );
  expect(await call(2, 'neighbour', { body }).status).toBe(200);
  await haveBegun('neighbour');
  const refused = await Promise.race(hostile.map(({ status }) => status));
  expect(refused).toBe(503);
  for (const { client } of hostile) client.destroy();
});
