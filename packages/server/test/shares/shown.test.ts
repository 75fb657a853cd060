import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { send, startAccount, startServer } from '../start-server.ts';
import { allShown, comparable, share, shown } from './sharing.ts';

const clock = { now: Date.UTC(2026, 10, 26, 10) };
const server = forFile(await startServer({ clock: () => clock.now }));
const json = { 'content-type': 'application/json' };

/** A new endpoint with requests `{"n":1}`, `{"n":2}`, … */
async function sharedEndpoint(count: number) {
  const owner = await startAccount(server, 'plus');
  const token = await owner.endpoint();
  const ids: number[] = [];
  const sendNext = async () => {
    const body = `{"n":${ids.length + 1}}`;
    const { id } = await send(server, token, { method: 'POST', headers: json, body });
    ids.push(id);
  };
  for (let number = 0; number < count; number += 1) await sendNext();
  return { owner, token, ids, sendNext, ...(await share(owner, { endpoint: token })) };
}

const numbersOf = (requests: readonly { body: { text?: string } }[]) =>
  requests.map(({ body }) => JSON.parse(body.text ?? '{}').n);

describe('a stranger sees', () => {
  test('a request with its secrets hidden, and nothing else of it', async () => {
    const owner = await startAccount(server);
    const token = await owner.endpoint();
    const { id: request } = await send(server, token, {
      method: 'PUT',
      path: '/a%20b?sig=12345678&page=2',
      headers: { ...json, authorization: 'Bearer abcdefgh', 'content-encoding': 'gzip' },
      body: gzipSync(`{"id":820982911946154508,"at":"${token}","card":{"number":"4242"}}`),
    });
    const { secret } = await share(owner, { request });
    const { headers, text, requests } = await shown(server, secret);
    expect(JSON.parse(text)).toEqual({ expiresAt: '2026-11-27T10:00:00.000Z', requests });
    const [only] = requests;
    expect(requests).toHaveLength(1);
    expect(only).toEqual({
      method: 'PUT',
      path: '/a%20b',
      query: [
        ['sig', '•••'],
        ['page', '2'],
      ],
      headers: expect.any(Array),
      body: {
        contentType: 'application/json',
        size: expect.any(Number),
        text: '{"id":820982911946154508,"at":"•••","card":"•••"}',
      },
      receivedAt: '2026-11-26T10:00:00.000Z',
    });
    expect(Object.fromEntries(only?.headers ?? [])).toMatchObject({
      host: '•••',
      authorization: 'Bearer •••',
      'content-encoding': 'gzip',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    for (const name of ['set-cookie', 'access-control-allow-origin', 'link'])
      expect(headers.get(name)).toBeNull();
  });

  test('signature headers of every scheme, and those that the endpoint verifies by, hidden', async () => {
    const owner = await startAccount(server);
    const token = await owner.endpoint();
    const sent = {
      'svix-id': 'msg_1',
      'plaid-verification': 'jwt',
      proof: 'proved',
      when: '17',
      nr: '4',
    };
    const { id: request } = await send(server, token, { method: 'POST', headers: sent });
    const { secret } = await share(owner, { request });
    const shownHeaders = async () =>
      Object.entries(Object.fromEntries((await shown(server, secret)).requests[0]?.headers ?? []))
        .filter(([name, value]) => name in sent && value !== '•••')
        .map(([name]) => name)
        .sort();
    expect(await shownHeaders()).toEqual(['nr', 'proof', 'when']);
    const before = (await shown(server, secret)).headers.get('etag') ?? '';
    const custom = {
      ...{ scheme: 'custom', secrets: ['s'], algorithm: 'sha256', encoding: 'hex' },
      ...{ header: 'Proof', signed: '{id}{timestamp}{body}' },
      ...{ timestampHeader: 'When', idHeader: 'Nr' },
    };
    await owner.ask(200, 'PUT', `/api/endpoints/${token}/settings`, { verify: custom });
    expect((await shown(server, secret, { headers: { 'if-none-match': before } })).status).toBe(
      200,
    );
    expect(await shownHeaders()).toEqual([]);
    const other = { scheme: 'token', secrets: ['proved'], header: 'PROOF' };
    await owner.ask(200, 'PUT', `/api/endpoints/${token}/settings`, { verify: other });
    expect(await shownHeaders()).toEqual(['nr', 'when']);
    await owner.ask(204, 'DELETE', `/api/endpoints/${token}/settings`);
    expect(await shownHeaders()).toEqual(['nr', 'proof', 'when']);
  });

  test('no body that cannot be decoded, or is longer than 1 MiB in any coding', async () => {
    const owner = await startAccount(server);
    const token = await owner.endpoint();
    const long = `{"a":"${'x'.repeat(1024 * 1024)}"}`;
    const bodies: [body: string | Buffer<ArrayBuffer>, headers: object, isShown: boolean][] = [
      ['{"a":1}', {}, true],
      [gzipSync('{"a":1}'), { 'content-encoding': 'gzip' }, true],
      [gzipSync(gzipSync('{"a":1}')), { 'content-encoding': 'gzip, gzip' }, true],
      ['{"a":1}', { 'content-encoding': 'gzip' }, false],
      ['{"a":1}', { 'content-encoding': 'unknown' }, false],
      [long, {}, false],
      [gzipSync(long), { 'content-encoding': 'gzip' }, false],
    ];
    for (const [body, headers] of bodies)
      await send(server, token, { method: 'POST', body, headers: { ...json, ...headers } });
    const { secret } = await share(owner, { endpoint: token });
    const { requests } = await shown(server, secret);
    const read = requests.toReversed().map(({ body }) => ({
      size: body.size,
      isShown: body.text !== undefined,
    }));
    expect(read).toEqual(bodies.map(([body, , isShown]) => ({ size: body.length, isShown })));
  });

  test('X- headers never, also where they are kept', async () => {
    const owner = await startAccount(server);
    const token = await owner.endpoint();
    await owner.ask(200, 'PUT', `/api/endpoints/${token}/settings`, { xHeaders: 'keep' });
    await send(server, token, { method: 'POST', headers: { 'x-own': 'kept-by-choice' } });
    const { secret } = await share(owner, { endpoint: token });
    expect((await shown(server, secret)).text).not.toMatch(/x-own|kept-by-choice/i);
  });
});

describe('pages', () => {
  test('go on by their Link, which tells no id', async () => {
    const { secret, ids, owner, token } = await sharedEndpoint(7);
    expect(numbersOf((await shown(server, secret)).requests)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    const first = await shown(server, secret, { query: '?limit=3' });
    expect(numbersOf(first.requests)).toEqual([7, 6, 5]);
    expect(first.next).toMatch(/^\?limit=3&before=[\w-]{22}$/);
    expect(numbersOf(await allShown(server, secret, '?limit=3'))).toEqual([7, 6, 5, 4, 3, 2, 1]);
    // Another share of the same endpoint has other places.
    const other = await share(owner, { endpoint: token });
    const foreign = { query: first.next ?? '' };
    for (const read of [
      await shown(server, other.secret, foreign),
      await shown(server, secret, { query: `?before=${ids[3]}` }),
      await shown(server, secret, { query: '?before=' }),
      await shown(server, secret, { query: '?limit=0' }),
      await shown(server, secret, { query: '?limit=101' }),
    ]) {
      expect(read.status).toBe(400);
      expect(read.headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test('nothing is skipped or comes twice while requests arrive and go', async () => {
    const { secret, ids, owner, sendNext } = await sharedEndpoint(40);
    const seen: number[] = [];
    let gone: readonly number[] = [];
    for (let next: string | undefined = '?limit=4'; next !== undefined; ) {
      const page = await shown(server, secret, { query: next });
      seen.push(...numbersOf(page.requests));
      next = page.next;
      await sendNext();
      const last = seen.at(-1) ?? 0;
      // The one that the next page would begin with, and the one that it goes on from.
      if (last % 3 === 1) gone = [...gone, last, last - 1].filter((number) => number > 0);
      for (const number of gone) await owner.call('DELETE', `/api/requests/${ids[number - 1]}`);
    }
    expect(gone.length).toBeGreaterThan(4);
    expect(seen).toEqual([...new Set(seen)].sort((one, other) => other - one));
    const missed = Array.from({ length: 40 }, (_, index) => index + 1).filter(
      (number) => !seen.includes(number),
    );
    expect(missed.filter((number) => !gone.includes(number))).toEqual([]);
  });

  test('a page of long texts ends sooner', async () => {
    const owner = await startAccount(server, 'plus');
    const token = await owner.endpoint();
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    for (const name of names) {
      const body = `{"${name}":"${'x'.repeat(900 * 1024)}"}`;
      const sent = name > 'e' ? gzipSync(body) : body;
      const headers = { ...json, ...(name > 'e' && { 'content-encoding': 'gzip' }) };
      await send(server, token, { method: 'POST', headers, body: sent });
    }
    const { secret } = await share(owner, { endpoint: token });
    const lengths: number[] = [];
    const seen: string[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page = await shown(server, secret, { query: next });
      lengths.push(page.requests.length);
      seen.push(
        ...page.requests.map(({ body }) => Object.keys(JSON.parse(body.text ?? '{}'))[0] ?? ''),
      );
      next = page.next;
    }
    expect(lengths).toEqual([5, 4]);
    expect(seen).toEqual(names.toReversed());
    // From memory it is the same.
    expect((await shown(server, secret)).requests).toHaveLength(5);
  });

  test('a page of which little is shown ends as well, by what it takes to read', async () => {
    const owner = await startAccount(server, 'plus');
    const token = await owner.endpoint();
    for (let count = 0; count < 11; count += 1) {
      const body = gzipSync(`{"n":"${'x'.repeat(900 * 1024)}"}`);
      await send(server, token, {
        method: 'POST',
        headers: { ...json, 'content-encoding': 'gzip' },
        body,
      });
    }
    const { secret } = await share(owner, { endpoint: token }, { redact: 'values' });
    const first = await shown(server, secret);
    expect(first.requests).toHaveLength(10);
    const rest = await shown(server, secret, { query: first.next ?? '' });
    expect(rest).toMatchObject({ status: 200, next: undefined });
    expect(rest.requests).toHaveLength(1);
    // The next reader gets the same page.
    expect(await shown(server, secret)).toMatchObject({ text: first.text, next: first.next });
  });
});

describe('the version of a page', () => {
  test('is answered 304 as long as it shows the same', async () => {
    const { secret, ids, owner, sendNext } = await sharedEndpoint(3);
    const ask = (etag: string, query = '') =>
      shown(server, secret, { query, headers: { 'if-none-match': etag } });
    const etagNow = async () => (await shown(server, secret)).headers.get('etag') ?? '';
    const first = await etagNow();
    expect(first).toMatch(/^"[\w-]{22}"$/);
    const unchanged = await ask(first);
    expect(unchanged).toMatchObject({ status: 304, text: '' });
    expect(unchanged.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await ask(first, '?limit=2')).status).toBe(200);
    await sendNext();
    expect((await ask(first)).status).toBe(200);
    const second = await etagNow();
    await owner.ask(204, 'DELETE', `/api/requests/${ids[0]}`);
    expect((await ask(second)).status).toBe(200);
    const third = await etagNow();
    expect(new Set([first, second, third]).size).toBe(3);
  });

  test('of another share of the same is another one', async () => {
    const { secret, owner, token } = await sharedEndpoint(1);
    const other = await share(owner, { endpoint: token });
    const [one, two] = [await shown(server, secret), await shown(server, other.secret)];
    expect(one.text).toBe(two.text);
    expect(one.headers.get('etag')).not.toBe(two.headers.get('etag'));
  });
});

test('HEAD has the headers of GET', async () => {
  const { secret } = await sharedEndpoint(3);
  const query = '?limit=2';
  const [get, head] = [
    await shown(server, secret, { query }),
    await shown(server, secret, { query, method: 'HEAD' }),
  ];
  expect(comparable(head)).toEqual(comparable({ ...get, text: '' }));
  expect(head.next).toBe(get.next);
});

test('other sites cannot read it, whatever is spelled in its address', async () => {
  const { secret } = await sharedEndpoint(1);
  const origin = { origin: 'https://elsewhere.example' };
  for (const path of [`/api/shared/${secret}`, `/api/%73hared/${secret}`, '/api/shared/x']) {
    const { headers } = await fetch(`${server.url}${path}`, { headers: origin });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
  const preflight = await fetch(`${server.url}/api/shared/${secret}`, {
    method: 'OPTIONS',
    headers: { ...origin, 'access-control-request-method': 'GET' },
  });
  expect(preflight.status).toBe(405);
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});
