import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { idsOf as idsFound, searchAll, searchQuery } from '../capture-log/search-fixture.ts';
import { forFile } from '../kept-for.ts';
import { openStream } from '../live/stream-client.ts';
import { send, startAccount, startServer } from '../start-server.ts';

const server = forFile(await startServer());

async function damagedCount(): Promise<number> {
  return (await server.metrics.capturesDamaged.get()).values[0]?.value ?? 0;
}

/** The ids of three captures, the second of which `change` damages afterwards. */
async function threeOf(body: string, change: (id: number) => RawBuilder<unknown>) {
  const account = await startAccount(server);
  const token = await account.endpoint();
  const ids: number[] = [];
  const headers = { 'content-type': 'text/plain', 'user-agent': 'sender/1' };
  for (let count = 0; count < 3; count += 1)
    ids.push((await send(server, token, { method: 'POST', body, headers })).id);
  const [first = 0, damaged = 0, last = 0] = ids;
  await change(damaged).execute(server.store.db);
  return { account, first, damaged, last };
}

const small = 'small needle';
const large = `${'large '.repeat(100_000)}needle`;

describe.each([
  [
    'in its body',
    small,
    (id: number) =>
      sql`update captured_request set body = cast('smalL needle' as blob) where id = ${id}`,
  ],
  [
    'in a large body',
    large,
    (id: number) =>
      sql`update captured_request set body = cast(substr(body, 1, 300000) || 'L' || substr(body, 300002) as blob) where id = ${id}`,
  ],
  [
    'in its headers',
    small,
    (id: number) =>
      sql`update captured_request set headers = replace(headers, 'sender', 'sendes') where id = ${id}`,
  ],
  [
    'in its time',
    small,
    (id: number) => sql`update captured_request set received_at = received_at + 1 where id = ${id}`,
  ],
  [
    'in its checksum',
    small,
    (id: number) =>
      sql`update captured_request set head_checksum = head_checksum + 1 where id = ${id}`,
  ],
] as const)('a capture that is damaged %s', (_, body, change) => {
  it('is never served, and the others are', async () => {
    const counted = await damagedCount();
    const { account, first, damaged, last } = await threeOf(body, change);
    const idsOf = async (query: string) =>
      (await account.ask(200, 'GET', `/api/requests${query}`)).map(({ id }: { id: number }) => id);
    expect(await idsOf('')).toEqual([last, first]);
    expect(await idsOf('?match=needle')).toEqual([last, first]);
    using stream = await openStream(`${server.url}/api/sse`, { cookie: account.cookie ?? '' });
    await stream.received(2);
    expect(stream.ids).toEqual([first, last]);
    const error = `Capture ${damaged} is damaged in the database file`;
    for (const path of ['', '/body'])
      expect(await account.ask(500, 'GET', `/api/requests/${damaged}${path}`)).toEqual({ error });
    expect(await damagedCount()).toBe(counted + 1);
    const lines = server.logLines.filter((line) => line.includes(`"capture":${damaged},`));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('docs/databases.md');
    await account.ask(204, 'DELETE', `/api/requests/${damaged}`);
    await account.ask(404, 'GET', `/api/requests/${damaged}`);
  });

  it('is not found, also by what does not read it again', async () => {
    const { account, first, last } = await threeOf(body, change);
    const { store } = server;
    const { found } = await searchAll(store, { accountId: account.id }, searchQuery('needle'));
    expect(idsFound(found)).toEqual([last, first]);
  });

  it('is told to its owner alone', async () => {
    const { damaged } = await threeOf(body, change);
    const other = await startAccount(server);
    await other.ask(404, 'GET', `/api/requests/${damaged}`);
  });
});
