import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type EndpointSettings, requestHeader } from '@hookwell/core/api';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { openStream } from '../live/stream-client.ts';
import { exchangeRaw } from '../raw-http.ts';
import { endpointWith, putSettings } from '../replies/settings.ts';
import { send, startAccount, startServer, type TestServer } from '../start-server.ts';

const server = forFile(await startServer());
const owner = await startAccount(server, 'plus');

type Pairs = [name: string, value: string][];

/** Sends a request with these headers as they are, and nothing but `Host` and the length before and behind them. */
async function sendRaw(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  headers: Pairs,
  body: string | Uint8Array = '',
): Promise<{ id: number; text: string }> {
  const bytes = Buffer.from(body);
  const lines: Pairs = [['Host', 'a'], ...headers, ['Content-Length', String(bytes.length)]];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const start = Buffer.from(`POST /wh/${token} HTTP/1.1\r\n${head}\r\n`, 'latin1');
  const answer = await exchangeRaw(url, Buffer.concat([start, bytes]));
  expect(answer.status).toBe(200);
  return { id: Number(answer.headers.get(requestHeader.toLowerCase())), text: answer.body };
}

/** The headers of a capture between `Host` and the length, and the number of those that were dropped. */
async function wireOf(id: number): Promise<{ headers: Pairs; dropped: number }> {
  const wire = await owner.ask(200, 'GET', `/api/requests/${id}/wire`);
  return { headers: wire.headers.slice(1, -1), dropped: wire.droppedHeaders };
}

async function found(token: string, match: string): Promise<number[]> {
  const path = `/api/requests/endpoint/${token}?match=${encodeURIComponent(match)}`;
  const captured: { id: number }[] = await owner.ask(200, 'GET', path);
  return captured.map(({ id }) => id);
}

const open = (query: string) =>
  openStream(`${server.url}/api/sse?${query}`, { cookie: owner.cookie ?? '' });

const sent: Pairs = [
  ['X-First', '1'],
  ['Accept', '*/*'],
  ['x-lower', '\xfc"\\'],
  ['X-First', 'again'],
  ['Via', 'b'],
  ['X-Last', ''],
];

describe('an endpoint that keeps X- headers', () => {
  test('keeps them apart: on the wire they stand in their places, and nowhere else', async () => {
    const token = await endpointWith(owner, { xHeaders: 'keep' });
    const { id, text } = await sendRaw(server, token, sent, 'body');
    expect(text).toBe(`{"id":${id},"message":"Webhook received"}`);
    expect(await wireOf(id)).toEqual({ headers: sent, dropped: 0 });
    const one = await owner.ask(200, 'GET', `/api/requests/${id}`);
    const fields = ['id', 'endpointId', 'method', 'headers', 'body', 'queryParams', 'ipAddress'];
    expect(Object.keys(one).toSorted()).toEqual([...fields, 'receivedAt'].toSorted());
    expect(Object.keys(one.headers)).toEqual(['host', 'accept', 'via', 'content-length']);
    expect(await owner.ask(200, 'GET', `/api/requests/endpoint/${token}`)).toEqual([one]);
    for (const view of ['', '&view=summary']) {
      const listed = await owner.call('GET', `/api/requests/endpoint/${token}?limit=9${view}`);
      expect(await listed.text()).not.toMatch(/x-(first|lower|last)/i);
      using stream = await open(`endpoint=${token}${view}`);
      const [event] = await stream.received(1);
      expect(event?.headers).toEqual(one.headers);
    }
  });

  test('counts their bytes, and has none of them once the capture is gone', async () => {
    const sizes = async (settings: EndpointSettings) => {
      const token = await endpointWith(owner, settings);
      const { id } = await sendRaw(server, token, [['X-Long', 'y'.repeat(16_000)]]);
      const usage = await owner.ask(200, 'GET', '/api/usage');
      const own = (one: { token: string }) => one.token === token;
      return { id, bytes: usage.endpoints.find(own).bytes };
    };
    const kept = await sizes({ xHeaders: 'keep' });
    const dropped = await sizes({ xHeaders: 'drop' });
    expect(kept.bytes - dropped.bytes).toBe('[1,"X-Long",""]'.length + 16_000);
    await owner.ask(204, 'DELETE', `/api/requests/${kept.id}`);
    const usage = await owner.ask(200, 'GET', '/api/usage');
    expect(usage.bytes).toBe(
      usage.endpoints.reduce((sum: number, one: { bytes: number }) => sum + one.bytes, 0),
    );
    await owner.ask(404, 'GET', `/api/requests/${kept.id}/wire`);
  });

  test('keeps what arrives afterwards, and leaves what was kept where it is', async () => {
    const token = await owner.endpoint();
    const send = () => sendRaw(server, token, [['X-A', '1']]);
    const before = await send();
    await putSettings(owner, token, { xHeaders: 'keep' });
    const during = await send();
    await owner.ask(204, 'DELETE', `/api/endpoints/${token}/settings`);
    const after = await send();
    const none = { headers: [], dropped: 1 };
    expect(await wireOf(before.id)).toEqual(none);
    expect(await wireOf(during.id)).toEqual({ headers: [['X-A', '1']], dropped: 0 });
    expect(await wireOf(after.id)).toEqual(none);
    expect(await found(token, 'has:header.x-a')).toEqual([during.id]);
  });

  test('keeps those of large captures, and of many that come at once beside others', async () => {
    const token = await endpointWith(owner, { xHeaders: 'keep' });
    const plain = await owner.endpoint();
    const counting = await endpointWith(owner, { xHeaders: 'keep', delivery: 'header.x-n' });
    const large = randomBytes(300_000);
    const all = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const to = [token, plain, counting][index % 3] ?? '';
        const headers: Pairs = [['X-N', String(index)]];
        const { id } = await sendRaw(server, to, headers, index % 10 === 0 ? large : 'small');
        return { id, headers, isDropped: to === plain };
      }),
    );
    for (const { id, headers, isDropped } of all) {
      const wire = isDropped ? { headers: [], dropped: 1 } : { headers, dropped: 0 };
      expect(await wireOf(id)).toEqual(wire);
    }
    const ids = all.flatMap(({ id, isDropped }) => (isDropped ? [] : [id]));
    const { rows } = await sql<{ id: number }>`
      select capture_id as id from capture_kept_headers where capture_id >= ${Math.min(...ids)}
      order by capture_id`.execute(server.store.db);
    expect(rows.map(({ id }) => Number(id))).toEqual(ids.toSorted((a, b) => a - b));
    const counted = await owner.ask(200, 'GET', `/api/endpoints/${counting}/deliveries`);
    expect(counted).toHaveLength(8);
  });
});

describe('never kept, and counted as dropped', () => {
  test.each<[string, EndpointSettings, string]>([
    ['a token', { verify: { scheme: 'token', header: 'X-Auth', secrets: ['s'] } }, 'x-AUTH'],
    ['that of GitLab', { verify: { scheme: 'gitlab', secrets: ['s'] } }, 'X-Gitlab-Token'],
    ['that of Asana', { verify: { scheme: 'asana', secrets: [] } }, 'X-Hook-Secret'],
    ['that of its handshake', { replies: [{ handshake: 'asana' }] }, 'X-Hook-Secret'],
  ])('a header that is the secret: %s', async (_, settings, name) => {
    const token = await endpointWith(owner, { ...settings, xHeaders: 'keep' });
    const { id } = await sendRaw(server, token, [
      [name, 'hidden-secret'],
      ['X-Hub-Signature-256', 'sha256=00'],
    ]);
    expect(await wireOf(id)).toEqual({
      headers: [['X-Hub-Signature-256', 'sha256=00']],
      dropped: 1,
    });
    expect(await found(token, 'hidden-secret')).toEqual([]);
    expect(await found(token, '"sha256=00"')).toEqual([id]);
  });

  test('what a trusted proxy adds, and only if one is there', async () => {
    const headers: Pairs = [
      ['X-Forwarded-For', '192.0.2.7'],
      ['x-forwarded-proto', 'https'],
      ['X-Real-IP', '192.0.2.7'],
      ['X-Own', '1'],
    ];
    const token = await endpointWith(owner, { xHeaders: 'keep' });
    const direct = await sendRaw(server, token, headers);
    expect(await wireOf(direct.id)).toEqual({ headers, dropped: 0 });
    await using behind = await startServer({
      environment: { HOOKWELL_TRUSTED_PROXIES: '127.0.0.1' },
    });
    const other = await startAccount(behind, 'plus');
    const proxied = await sendRaw(behind, await endpointWith(other, { xHeaders: 'keep' }), headers);
    const wire = await other.ask(200, 'GET', `/api/requests/${proxied.id}/wire`);
    expect(wire).toMatchObject({ droppedHeaders: 3 });
    expect(wire.headers.slice(1, -1)).toEqual([['X-Own', '1']]);
  });
});

describe('matches see them', () => {
  const small = '{"a":1}';
  const bodies: [string, string | Uint8Array, Pairs][] = [
    ['small', small, []],
    ['long', `${small}${' '.repeat(70_000)}`, []],
    ['compressed', gzipSync(small), [['Content-Encoding', 'gzip']]],
  ];
  test.each(bodies)('in lists and streams: of captures with a %s body', async (_, body, more) => {
    const token = await endpointWith(owner, { xHeaders: 'keep' });
    const type: Pairs = [['Content-Type', 'application/json'], ...more];
    const push: Pairs = [
      ['X-GitHub-Event', 'push'],
      ...type,
      ['X-Odd', `needle ${'z'.repeat(99)}`],
    ];
    await sendRaw(server, token, type, body);
    const { id } = await sendRaw(server, token, push, body);
    const matches = [
      'header.x-github-event=push',
      'has:header.X-Odd json.a=1',
      'header:x-odd',
      'header="X-GitHub-Event: push"',
      'NEEDLE',
      'needle json.a=1',
      `-header.x-odd:none header.x-odd:zz method:post`,
    ];
    for (const match of matches) {
      expect(await found(token, match), match).toEqual([id]);
    }
    expect(await found(token, 'header.x-odd:push')).toEqual([]);
    const query = `endpoint=${token}&match=${encodeURIComponent('needle')}`;
    using stream = await open(query);
    await stream.received(1);
    expect(stream.ids).toEqual([id]);
    const later = await sendRaw(server, token, push, body);
    await stream.received(2);
    expect(stream.ids).toEqual([id, later.id]);
  });

  test('in replies, too; where they are dropped no reply sees them', async () => {
    const replies = [{ when: 'header.x-kind=a', body: 'kind {{header.x-kind}}' }];
    const keeping = await endpointWith(owner, { replies, xHeaders: 'keep' });
    const headers = { 'X-Kind': 'a' };
    // The second is examined in a thread.
    for (const body of ['short', 'long '.repeat(20_000)]) {
      const kept = await send(server, keeping, { method: 'POST', headers, body });
      expect(kept.text).toBe('kind a');
    }
    const refused = await refusalOf(owner, { replies });
    expect(refused).toBe(
      'replies[0].when: at character 1: x-kind is dropped, as all headers whose names begin with X-: add "xHeaders": "keep" to the settings',
    );
    // Settings that are stored are applied as they are, also where they would be refused now.
    const dropping = await endpointWith(owner, { replies, xHeaders: 'keep' });
    const others = [...replies, { body: 'other' }];
    await rewriteStored(server, dropping, { replies: others, xHeaders: 'drop' });
    const dropped = await send(server, dropping, { method: 'POST', headers });
    expect(dropped.text).toBe('other');
    expect(await found(dropping, 'has:header.x-kind')).toEqual([]);
  });
});

describe('where the settings say nothing', () => {
  test('those of an endpoint that verifies are kept, unless it says otherwise', async () => {
    const verify = { scheme: 'github', secrets: ['s'] };
    const headers: Pairs = [
      ['X-GitHub-Event', 'push'],
      ['X-Hub-Signature-256', 'sha256=00'],
    ];
    const replies = [{ when: 'header.x-github-event=push', body: 'pushed' }];
    const keeping = await endpointWith(owner, { verify, replies });
    const kept = await sendRaw(server, keeping, headers);
    expect(kept.text).toBe('pushed');
    expect(await wireOf(kept.id)).toEqual({ headers, dropped: 0 });
    const dropping = await endpointWith(owner, { verify, xHeaders: 'drop' });
    const dropped = await sendRaw(server, dropping, headers);
    expect(await wireOf(dropped.id)).toEqual({ headers: [], dropped: 2 });
    expect(await refusalOf(owner, { verify, replies, xHeaders: 'drop' })).toMatch(
      /^replies\[0\]\.when: .* make "xHeaders" in the settings "keep"$/,
    );
    const token = { verify: { scheme: 'gitlab', secrets: ['s'] } };
    const secret = { ...token, replies: [{}, { when: 'a has:header.X-Gitlab-Token' }] };
    expect(await refusalOf(owner, secret)).toBe(
      'replies[1].when: at character 3: x-gitlab-token has a secret in it and is never kept: signature=valid asks whether it is right',
    );
  });

  test('the operator chooses for all other endpoints', async () => {
    await using keeping = await startServer({ environment: { HOOKWELL_X_HEADERS: 'keep' } });
    const own = await startAccount(keeping, 'plus');
    const none = await own.endpoint();
    const wire = async (token: string) => {
      const { id } = await sendRaw(keeping, token, sent);
      const { headers, droppedHeaders } = await own.ask(200, 'GET', `/api/requests/${id}/wire`);
      return { headers: headers.slice(1, -1), dropped: droppedHeaders };
    };
    const all = { headers: sent, dropped: 0 };
    const others = {
      headers: sent.filter(([name]) => !/^x-/i.test(name)),
      dropped: sent.filter(([name]) => /^x-/i.test(name)).length,
    };
    expect(await wire(none)).toEqual(all);
    const [one] = await own.ask(
      200,
      'GET',
      `/api/requests/endpoint/${none}?match=has:header.x-first`,
    );
    expect(one).not.toHaveProperty('delivery');
    expect(Object.keys(one.headers)).toEqual(['host', 'accept', 'via', 'content-length']);
    const path = `/api/endpoints/${none}/settings`;
    await own.ask(200, 'PUT', path, { replies: [{ when: 'has:header.x-first' }] });
    expect(await wire(none)).toEqual(all);
    await own.ask(200, 'PUT', path, { xHeaders: 'drop' });
    expect(await wire(none)).toEqual(others);
    await own.ask(204, 'DELETE', path);
    expect(await wire(none)).toEqual(all);
    expect(await own.ask(200, 'GET', '/api/service')).toMatchObject({ xHeaders: 'keep' });

    // What nobody understands may be about a secret.
    const verify = { scheme: 'token', header: 'X-First', secrets: ['1'] };
    const unreadable = await endpointWith(own, { verify });
    await rewriteStored(keeping, unreadable, { verify, later: true });
    expect(await wire(unreadable)).toEqual(others);
  });
});

async function refusalOf(account: typeof owner, settings: EndpointSettings): Promise<string> {
  const token = await account.endpoint();
  return (await account.ask(400, 'PUT', `/api/endpoints/${token}/settings`, settings)).error;
}

/** As if another version of the service had taken these settings. No request may have come to the endpoint yet. */
async function rewriteStored(
  { store: { db } }: Pick<TestServer, 'store'>,
  token: string,
  settings: object,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('endpoint_settings')
    .set({ document: JSON.stringify(settings) })
    .where('endpoint_id', '=', db.selectFrom('endpoint').select('id').where('token', '=', token))
    .executeTakeFirst();
  expect(numUpdatedRows).toBe(1n);
}
