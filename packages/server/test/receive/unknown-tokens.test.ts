import { describe, expect, test } from 'vitest';
import { TooManyLookUps } from '../../src/database/grouped-look-ups.ts';
import { createToken } from '../../src/endpoints/token.ts';
import { tokenLookUps } from '../../src/receive/token-look-ups.ts';
import { countQueries } from '../counted-queries.ts';
import { forFile } from '../kept-for.ts';
import { openSocket } from '../raw-http.ts';
import { send, startGuest, startServer } from '../start-server.ts';

const server = forFile(await startServer());
const visitor = await startGuest(server);

/** Look-ups in the server's own database, and the number of queries that they took. */
function countedLookUps() {
  const { db, counted } = countQueries(server.store.db);
  return { lookUps: tokenLookUps(db), counted };
}

describe('look-ups of tokens', () => {
  test('a flood of them takes a few queries, each token finds its own', async () => {
    const known = await visitor.endpoint();
    const { lookUps, counted } = countedLookUps();
    const tokens = Array.from({ length: 4000 }, createToken);
    const answers = await Promise.all(
      [...tokens, known, ...tokens].map((token) => lookUps.find(token)),
    );
    expect(answers.filter((found) => found !== undefined)).toEqual([answers[4000]]);
    const { id } = (await visitor.ask(200, 'GET', '/api/endpoints')).at(-1);
    expect(answers[4000]?.id).toBe(id);
    // One look-up goes alone, then 4,000 in portions of 512.
    expect(counted.queries).toBe(1 + 8);
  });

  test('a token that many ask for is asked for once', async () => {
    const { lookUps, counted } = countedLookUps();
    const first = lookUps.find(createToken());
    const token = createToken();
    await Promise.all([first, ...Array.from({ length: 1000 }, () => lookUps.find(token))]);
    expect(counted.queries).toBe(2);
  });

  test('a token that is not found is looked up some times a second and no more', async () => {
    const { lookUps, counted } = countedLookUps();
    const began = performance.now();
    const token = createToken();
    for (let count = 0; count < 10; count += 1) await lookUps.find(token);
    expect(counted.queries).toBeLessThanOrEqual(10);
    expect(performance.now() - began).toBeGreaterThan(9 * 40);
  });

  test('tokens that are found wait for nothing', async () => {
    const known = await visitor.endpoint();
    const { lookUps, counted } = countedLookUps();
    for (let count = 0; count < 10; count += 1) await lookUps.find(known);
    expect(counted.queries).toBe(10);
  });

  test('past the bound they are refused, and the others are answered', async () => {
    const { lookUps } = countedLookUps();
    const answers = await Promise.allSettled(
      Array.from({ length: 5000 }, () => lookUps.find(createToken())),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    // The first look-up is under way alone.
    expect(refused.length).toBe(5000 - 1 - 4096);
    expect(refused.every(({ reason }) => reason instanceof TooManyLookUps)).toBe(true);
    expect(await lookUps.find(createToken())).toBeUndefined();
  });

  test('an endpoint works in the moment it is there, however often its token was asked for before', async () => {
    const { id: account_id } = await visitor.ask(200, 'GET', '/api/auth/me');
    const token = createToken();
    const { lookUps } = countedLookUps();
    for (let count = 0; count < 3; count += 1) {
      expect(await lookUps.find(token)).toBeUndefined();
      expect((await send(server, token)).status).toBe(404);
    }
    // Another node or an operator would make it like this, without telling this server.
    await server.store.db
      .insertInto('endpoint')
      .values({ account_id, token, badge_name: null, created_at: Date.now() })
      .execute();
    expect(await lookUps.find(token)).toEqual({
      id: expect.any(Number),
      accountId: account_id,
      guestNetwork: '127.0.0.1',
      settingsVersion: 0,
    });
    expect((await send(server, token)).status).toBe(200);
  });
});

test('captures of known endpoints are answered during a flood of unknown tokens', async () => {
  const token = (await visitor.ask(200, 'GET', '/api/endpoints'))[0].token;
  expect((await send(server, token)).status).toBe(200);
  let unknown = 0;
  let others = 0;
  const flood = await Promise.all(
    Array.from({ length: 125 }, async () => {
      const socket = await openSocket(server.url);
      socket.setEncoding('latin1').on('data', (piece: string) => {
        unknown += piece.match(/HTTP\/1\.1 404/g)?.length ?? 0;
        others += piece.match(/HTTP\/1\.1 (?!404)/g)?.length ?? 0;
      });
      const requests = Array.from(
        { length: 16 },
        () => `GET /wh/${createToken()} HTTP/1.1\r\nHost: a\r\n\r\n`,
      );
      socket.write(requests.join(''));
      return socket;
    }),
  );
  while (unknown + others < 2000) {
    expect((await send(server, token)).status).toBe(200);
  }
  expect(others).toBe(0);
  for (const socket of flood) socket.destroy();
});

test('a connection that guesses hundreds of addresses at once is closed after some answers', async () => {
  const token = (await visitor.ask(200, 'GET', '/api/endpoints'))[0].token;
  const before = await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}?view=summary`);
  const socket = await openSocket(server.url);
  const guesses = Array.from(
    { length: 500 },
    () => `GET /wh/${createToken()} HTTP/1.1\r\nHost: a\r\n\r\n`,
  );
  // The bytes that follow are not looked at.
  socket.write(`${guesses.join('')}GET /wh/${token} HTTP/1.1\r\nHost: a\r\n\r\n`);
  let answers = '';
  for await (const piece of socket) answers += piece;
  const statuses = answers.match(/HTTP\/1\.1 \d+/g) ?? [];
  expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 404']));
  expect(statuses.length).toBeGreaterThanOrEqual(16);
  expect(statuses.length).toBeLessThan(32);
  const after = await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}?view=summary`);
  expect(after.length).toBe(before.length);
});
