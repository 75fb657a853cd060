import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { freshDatabase } from '../fresh-database.ts';
import { type ServerProcess, startProcess } from '../server-process.ts';
import { startServer, Visitor } from '../start-server.ts';

export const environment = {
  HOOKWELL_PLANS: '{"free":{"requestsPerEndpoint":1000000,"bytes":1000000000000}}',
  HOOKWELL_LOG_LEVEL: 'error',
};

/** Sends from many connections until the server is gone, `mostMs` after the first answers at the latest; gives the acknowledged captures by id. */
async function sendUntilKilled(
  server: ServerProcess,
  token: string,
  mostMs: number,
): Promise<Map<number, Buffer>> {
  const acknowledged = new Map<number, Buffer>();
  const sender = async (): Promise<void> => {
    for (;;) {
      const body = randomBytes(randomInt(0, 3000));
      try {
        const response = await fetch(`${server.url}/wh/${token}`, { method: 'POST', body });
        const { id } = JSON.parse(await response.text());
        if (response.status === 200) acknowledged.set(id, body);
      } catch {
        return;
      }
    }
  };
  const senders = Array.from({ length: 24 }, sender);
  await eventually(() => acknowledged.size >= 50);
  // Any moment of a commit may be the last.
  await sleep(randomInt(1 + mostMs));
  await Promise.all([...senders, server.end('SIGKILL')]);
  return acknowledged;
}

/** Kills a server under load again and again; every acknowledged capture has to be there afterwards, byte for byte. */
export async function expectKillsToLoseNothing(rounds: number, mostMs: number): Promise<void> {
  await using database = await freshDatabase();
  const databaseUrl = database.url;
  let visitor: Visitor | undefined;
  let token = '';
  const all = new Map<number, Buffer>();
  for (let round = 0; round < rounds; round += 1) {
    await using server = await startProcess({ databaseUrl, environment });
    const cookie: string | undefined = visitor?.cookie;
    visitor = new Visitor(server, cookie === undefined ? {} : { cookie });
    if (cookie === undefined) {
      await visitor.ask(201, 'POST', '/api/auth/guest');
      token = await visitor.endpoint();
    }
    const highest = Math.max(0, ...all.keys());
    const acknowledged = await sendUntilKilled(server, token, mostMs);
    expect(acknowledged.size).toBeGreaterThan(0);
    for (const [id, body] of acknowledged) {
      expect(id, 'ids rise, also over restarts').toBeGreaterThan(highest);
      all.set(id, body);
    }
  }

  await using server = await startServer({ databaseUrl, environment });
  const reader = new Visitor(server, { cookie: visitor?.cookie ?? '' });
  const stored: { id: number }[] = await reader.ask(200, 'GET', '/api/requests?view=summary');
  const ids = new Set(stored.map((capture) => capture.id));
  expect(ids.size).toBe(stored.length);
  const missing = [...all.keys()].filter((id) => !ids.has(id));
  expect(missing).toEqual([]);
  for (const [id, body] of all) {
    const response = await reader.call('GET', `/api/requests/${id}/body`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!bytes.equals(body)) expect(bytes).toEqual(body);
  }
}
