import { gzipSync } from 'node:zlib';
import type { ContractFinding } from '@hookwell/core/api';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { openStream } from '../live/stream-client.ts';
import { endpointWith, putSettings } from '../replies/settings.ts';
import { send, startAccount, startServer } from '../start-server.ts';
import { contract, endpointUnder, putContract } from './contracts.ts';

const server = forFile(await startServer());
const owner = await startAccount(server, 'plus');

/** Sends an event; gives the id of its capture. */
async function sendEvent(
  token: string,
  value: unknown,
  { event = 'paid', headers = {} }: { event?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const body =
    typeof value === 'string' ? value : JSON.stringify({ type: event, ...Object(value) });
  return await sendBody(token, body, headers);
}

async function sendBody(
  token: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<number> {
  const type = { 'content-type': 'application/json' };
  const sent = await send(server, token, {
    method: 'POST',
    headers: { ...type, ...headers },
    body,
  });
  expect(sent.status).toBe(200);
  return JSON.parse(sent.text).id;
}

async function findingOf(id: number): Promise<ContractFinding | undefined> {
  return (await owner.ask(200, 'GET', `/api/requests/${id}`)).contract;
}

async function found(token: string, match: string): Promise<number[]> {
  const path = `/api/requests/endpoint/${token}?match=${encodeURIComponent(match)}`;
  const captured: { id: number }[] = await owner.ask(200, 'GET', path);
  return captured.map(({ id }) => id);
}

const holds = { id: 'a', amount: 7 };
const differs = { amount: '7', tax: 1 };

describe('a capture of an endpoint with a contract', () => {
  test('carries what was found about it, in every view', async () => {
    const token = await endpointUnder(owner, contract);
    const right = await sendEvent(token, holds);
    const wrong = await sendEvent(token, differs);
    expect(await findingOf(right)).toEqual({ verdict: 'holds' });
    const finding = await findingOf(wrong);
    expect(finding?.verdict).toBe('differs');
    expect(finding?.differences?.map(({ path }) => path).toSorted()).toEqual([
      'amount',
      'id',
      'tax',
    ]);
    for (const query of ['', '?limit=5', '?limit=5&view=summary', '?view=summary']) {
      const listed = await owner.ask(200, 'GET', `/api/requests/endpoint/${token}${query}`);
      expect(listed.map((one: { contract: unknown }) => one.contract)).toEqual([
        finding,
        { verdict: 'holds' },
      ]);
    }
    for (const view of ['', '&view=summary']) {
      const address = `${server.url}/api/sse?endpoint=${token}${view}`;
      using stream = await openStream(address, { cookie: owner.cookie ?? '' });
      await stream.received(2);
      const later = await sendEvent(token, holds);
      const events = await stream.received(3);
      expect(events[1]?.contract).toEqual(finding);
      expect(events[2]?.contract).toEqual({ verdict: 'holds' });
      await owner.ask(204, 'DELETE', `/api/requests/${later}`);
    }
  });

  test('has nothing of deliveries unless there are settings, too', async () => {
    const token = await endpointUnder(owner, contract);
    const id = await sendEvent(token, holds);
    const one = await owner.ask(200, 'GET', `/api/requests/${id}`);
    expect(Object.keys(one)).not.toContain('delivery');
    expect(Object.keys(one)).not.toContain('answer');
    expect(await owner.ask(200, 'GET', `/api/endpoints/${token}/deliveries`)).toEqual([]);
  });

  test('is not compared for other events, what is no JSON and what is too large, with the reason', async () => {
    const token = await endpointUnder(owner, contract);
    const reasonOf = async (id: number) => {
      const { verdict, reason } = (await findingOf(id)) ?? {};
      expect(verdict).toBe('none');
      return reason;
    };
    expect(await reasonOf(await sendEvent(token, {}, { event: 'other' }))).toContain('other');
    expect(await reasonOf(await sendBody(token, '{"no":"event"}'))).toBeTruthy();
    const git = { 'x-github-event': 'paid', 'user-agent': 'GitHub-Hookshot/1' };
    expect(await reasonOf(await sendBody(token, 'no JSON', git))).toBeTruthy();
    const large = JSON.stringify({ type: 'paid', ...holds, pad: 'x'.repeat(1024 * 1024) });
    expect(await reasonOf(await sendBody(token, large))).toBe('The body is larger than 1 MiB');
    const gzip = { 'content-encoding': 'gzip' };
    expect(await reasonOf(await sendBody(token, gzipSync(large), gzip))).toBe(
      'The body is larger than 1 MiB',
    );
  });

  test('is not compared if that takes too long, and later ones are', async () => {
    const $defs: Record<string, object> = { n0: { required: ['gone'] } };
    for (let level = 1; level <= 40; level++) {
      const within = { $ref: `#/$defs/n${level - 1}` };
      $defs[`n${level}`] = { anyOf: [within, within] };
    }
    const doubling = { $defs, $ref: '#/$defs/n40' };
    const token = await endpointUnder(owner, {
      events: { ...contract.events, doubling },
    });
    expect(await findingOf(await sendEvent(token, {}, { event: 'doubling' }))).toMatchObject({
      verdict: 'none',
      reason: 'To compare it takes too much time or memory',
    });
    await expect
      .poll(async () => (await findingOf(await sendEvent(token, holds)))?.verdict)
      .toBe('holds');
  });

  test('is compared as its codings and its charset have it', async () => {
    const token = await endpointUnder(owner, contract);
    const text = JSON.stringify({ type: 'paid', ...holds, id: 'ü' });
    const gzip = { 'content-encoding': 'gzip' };
    expect(await findingOf(await sendBody(token, gzipSync(text), gzip))).toEqual({
      verdict: 'holds',
    });
    const latin = { 'content-type': 'application/json; charset=utf-16le' };
    const id = await sendBody(token, Buffer.from(text, 'utf16le'), latin);
    expect(await findingOf(id)).toEqual({ verdict: 'holds' });
  });

  test('is compared by the event of its signature scheme, from headers that are not stored', async () => {
    const token = await endpointWith(owner, {
      verify: { scheme: 'github', secrets: ['one-secret'] },
    });
    await putContract(owner, token, contract);
    const headers = { 'x-github-event': 'paid' };
    expect(await findingOf(await sendBody(token, JSON.stringify(holds), headers))).toEqual({
      verdict: 'holds',
    });
    const other = await endpointWith(owner, {
      verify: { scheme: 'stripe', secrets: ['one-secret'] },
    });
    await putContract(owner, other, contract);
    expect((await findingOf(await sendEvent(other, differs)))?.verdict).toBe('differs');
  });

  test('is found by its verdict', async () => {
    const token = await endpointUnder(owner, contract);
    const ids = {
      holds: await sendEvent(token, holds),
      differs: await sendEvent(token, differs),
      none: await sendEvent(token, {}, { event: 'other' }),
    };
    await owner.ask(204, 'DELETE', `/api/endpoints/${token}/contract`);
    const plain = await sendEvent(token, differs);
    expect(await findingOf(plain)).toBeUndefined();
    for (const [verdict, id] of Object.entries(ids))
      expect(await found(token, `contract=${verdict}`)).toEqual([id]);
    expect(await found(token, 'contract:diff json.tax=1')).toEqual([ids.differs]);
    expect(await found(token, '-contract=differs')).toEqual([plain, ids.none, ids.holds]);
    expect(await found(token, '-has:contract')).toEqual([plain]);
    expect(await found(token, 'contract=differs -has:json.tax')).toEqual([]);
    const address = `${server.url}/api/sse?endpoint=${token}&match=contract%3Ddiffers`;
    using stream = await openStream(address, { cookie: owner.cookie ?? '' });
    await putContract(owner, token, contract);
    await stream.received(1);
    await sendEvent(token, holds);
    const later = await sendEvent(token, differs);
    await stream.received(2);
    expect(stream.ids).toEqual([ids.differs, later]);
  });

  test('is answered by its verdict, also if that is decided in a thread', async () => {
    const token = await endpointWith(owner, {
      replies: [{ when: 'contract=differs', status: 422, body: '{{contract}}' }, { status: 202 }],
    });
    await putContract(owner, token, contract);
    const answer = async (value: object) => {
      const body = JSON.stringify({ type: 'paid', ...value });
      const { status, text } = await send(server, token, { method: 'POST', body });
      return [status, text];
    };
    expect(await answer(holds)).toEqual([202, '']);
    expect(await answer(differs)).toEqual([422, 'differs']);
    expect(await answer({ ...differs, pad: 'x'.repeat(300_000) })).toEqual([422, 'differs']);
    const keeping = await endpointWith(owner, { xHeaders: 'keep' });
    await putContract(owner, keeping, contract);
    const id = await sendEvent(keeping, differs, { headers: { 'x-a': '1' } });
    expect((await findingOf(id))?.verdict).toBe('differs');
    expect((await owner.ask(200, 'GET', `/api/requests/${id}/wire`)).droppedHeaders).toBe(0);
  });

  test('goes with what was found about it, and is counted with that', async () => {
    const [token, plain] = [await endpointUnder(owner, contract), await owner.endpoint()];
    const bytesOf = async (of: string) => {
      const usage = await owner.ask(200, 'GET', '/api/usage');
      return usage.endpoints.find((one: { token: string }) => one.token === of).bytes;
    };
    const rowsSince = async (id: number) => {
      const { rows } = await sql<{ id: number; size: number }>`
        select capture_id as id, octet_length(finding) as size from capture_contract
        where capture_id >= ${id} order by capture_id`.execute(server.store.db);
      return rows.map((row) => ({ id: Number(row.id), size: Number(row.size) }));
    };
    const first = await sendEvent(token, differs);
    await sendEvent(plain, differs);
    const [row, ...others] = await rowsSince(first);
    expect(row?.id).toBe(first);
    expect(others).toEqual([]);
    expect((await bytesOf(token)) - (await bytesOf(plain))).toBe(row?.size);
    await owner.ask(204, 'DELETE', `/api/requests/${first}`);
    expect(await bytesOf(token)).toBe(0);
    expect(await rowsSince(first)).toEqual([]);
    const second = await sendEvent(token, differs);
    await owner.ask(204, 'DELETE', `/api/requests/endpoint/${token}`);
    await expect.poll(() => rowsSince(second)).toEqual([]);
    expect(await bytesOf(token)).toBe(0);
  });

  test('is compared beside others that come at once, small and large', async () => {
    const counting = await endpointWith(owner, {
      replies: [{ status: 200, body: '{"id":{{id}}}' }],
    });
    await putContract(owner, counting, contract);
    const endpoints = [await endpointUnder(owner, contract), await owner.endpoint(), counting];
    const sent = await Promise.all(
      // An account has 20 that wait for it.
      Array.from({ length: 30 }, async (_, index) => {
        const value = index % 2 === 0 ? holds : differs;
        const pad = index % 10 === 0 ? { pad: 'x'.repeat(300_000) } : {};
        const token = endpoints[index % 3] ?? '';
        const id = await sendEvent(token, { ...value, ...pad });
        const verdict = index % 2 === 0 && index % 10 !== 0 ? 'holds' : 'differs';
        return { id, verdict: index % 3 === 1 ? undefined : verdict };
      }),
    );
    for (const { id, verdict } of sent) expect((await findingOf(id))?.verdict).toBe(verdict);
  });
});

test('settings and their counting stay as they are when the contract changes', async () => {
  const token = await endpointWith(owner, { replies: [{ plan: ['200', '200', '200', '201'] }] });
  const etag = async (of: string) =>
    (await owner.call('GET', `/api/endpoints/${token}/${of}`)).headers.get('etag');
  const headers = { 'webhook-id': 'one' };
  const before = await etag('settings');
  for (const attempt of [1, 2, 3]) {
    const body = JSON.stringify({ type: 'paid', ...holds });
    const { status } = await send(server, token, { method: 'POST', headers, body });
    expect(status).toBe(200);
    const [last] = await owner.ask(200, 'GET', `/api/requests/endpoint/${token}?limit=1`);
    expect(last.attempt).toBe(attempt);
    const version = await etag('contract');
    await putContract(owner, token, { events: { paid: { type: 'object' }, [attempt]: true } });
    expect(await etag('contract')).not.toBe(version);
    expect(await etag('settings')).toBe(before);
  }
  const version = await etag('contract');
  await putSettings(owner, token, { replies: [{ status: 204 }] });
  expect(await etag('contract')).toBe(version);
  expect(await etag('settings')).not.toBe(before);
});
