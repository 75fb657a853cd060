import { describe, expect, test } from 'vitest';
import { operate } from '../../src/operator/public.ts';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { send, startAccount, startGuest, startServer, type Visitor } from '../start-server.ts';
import { openStream, type StreamClient } from './stream-client.ts';

const server = forFile(
  await startServer({
    environment: { HOOKWELL_PLANS: '{"free":{"endpoints":10,"requestsPerEndpoint":2}}' },
  }),
);

function watch(visitor: Visitor, query = '?changes=true'): Promise<StreamClient> {
  return openStream(`${server.url}/api/sse${query}`, { cookie: visitor.cookie ?? '' });
}

/** Resolves once a change was told of after `count` others. */
async function toldAfter(stream: StreamClient, count: number): Promise<void> {
  await eventually(
    () => stream.changes,
    (changes) => changes > count,
  );
}

/** Has earlier changes told of, and those of its own; gives the number that the stream was told of. */
async function settled(visitor: Visitor, stream: StreamClient): Promise<number> {
  for (let round = 1; round <= 2; round++) {
    const before = stream.changes;
    await visitor.endpoint();
    await toldAfter(stream, before);
  }
  return stream.changes;
}

describe.concurrent('a stream with changes=true', () => {
  test('tells of whatever a caller changes', async () => {
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    const { id } = await send(server, token);
    using stream = await watch(visitor);
    await stream.received(1);
    const of = `/api/endpoints/${token}`;
    const changes: [number, string, string, unknown?][] = [
      [201, 'POST', '/api/endpoints'],
      [200, 'PATCH', of, { badgeName: 'Shop' }],
      [200, 'PUT', `${of}/settings`, { replies: [{ status: 201 }] }],
      [204, 'DELETE', `/api/requests/${id}`],
      [204, 'DELETE', `/api/requests/endpoint/${token}`],
      [204, 'DELETE', of],
    ];
    for (const change of changes) {
      const before = stream.changes;
      await visitor.ask(...change);
      await toldAfter(stream, before);
    }
  });

  test('tells nothing of captures, of refusals and of others, and no other stream hears', async () => {
    const [visitor, other] = [await startGuest(server), await startGuest(server)];
    const token = await visitor.endpoint();
    using stream = await watch(visitor);
    using withoutChanges = await watch(visitor, '');
    using ofOther = await watch(other);
    // Rounds follow one another: once a second change of `other` is told, so is whatever came before the first.
    const toldSoFar = async () => {
      for (let round = 1; round <= 2; round++) {
        const before = ofOther.changes;
        await other.endpoint();
        await toldAfter(ofOther, before);
      }
    };
    await toldSoFar();
    const before = stream.changes;
    await visitor.ask(400, 'PATCH', `/api/endpoints/${token}`, { badgeName: 7 });
    await send(server, token);
    await Promise.all([stream.received(1), withoutChanges.received(1)]);
    await toldSoFar();
    expect(stream.changes).toBe(before);
    await visitor.ask(204, 'DELETE', `/api/endpoints/${token}`);
    await toldAfter(stream, before);
    expect(withoutChanges.changes).toBe(0);
  });

  test('tells of many changes once in a second', async () => {
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    using stream = await watch(visitor);
    for (let count = 0; count < 50; count++) {
      await visitor.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: `n${count}` });
    }
    await toldAfter(stream, 0);
    expect(stream.changes).toBeLessThan(50);
  });

  test('tells of what the retention removes', async () => {
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    using stream = await watch(visitor);
    const before = await settled(visitor, stream);
    for (let count = 0; count < 4; count++) await send(server, token);
    await toldAfter(stream, before);
    await eventually(
      async () => (await visitor.ask(200, 'GET', '/api/usage')).requests,
      (requests) => requests === 2,
    );
  });
});

// On SQLite every stream is told of what an operator did, so these follow the others.
describe('then a stream with changes=true', () => {
  test('tells of what an operator changes beside the service', async () => {
    const visitor = await startAccount(server);
    const token = await visitor.endpoint();
    using stream = await watch(visitor);
    const before = await settled(visitor, stream);
    const environment = { HOOKWELL_DATABASE_URL: server.config.databaseUrl };
    await operate(environment, (operator) => operator.deleteEndpoint(token));
    await toldAfter(stream, before);
  });

  test('tells of endpoints that a guest brings along', async () => {
    const visitor = await startAccount(server);
    using stream = await watch(visitor);
    const before = await settled(visitor, stream);
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    await send(server, token);
    const { email } = await visitor.ask(200, 'GET', '/api/auth/me');
    await guest.ask(200, 'POST', '/api/auth/login', { email, password: 'correct horse battery' });
    await toldAfter(stream, before);
  });
});
