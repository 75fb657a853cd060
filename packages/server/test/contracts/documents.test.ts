import { afterEach, describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { endpointWith } from '../replies/settings.ts';
import {
  send,
  startAccount,
  startGuest,
  startServer,
  type Visitor,
  withKey,
} from '../start-server.ts';
import { contract, endpointUnder } from './contracts.ts';

const server = forFile(await startServer());
const owner: Visitor = await startAccount(server, 'plus');
const none = { events: {} };
const addressOf = (token: string) => `/api/endpoints/${token}/contract`;

/** Puts a text as it is. */
async function putText(token: string, body: string | Uint8Array, type = 'application/json') {
  const response = await fetch(server.url + addressOf(token), {
    method: 'PUT',
    headers: { cookie: owner.cookie ?? '', 'content-type': type },
    body,
  });
  return {
    status: response.status,
    text: await response.text(),
    etag: response.headers.get('etag'),
  };
}

test('an endpoint has no contract until it gets one, and none once that is removed', async () => {
  const token = await owner.endpoint();
  const path = addressOf(token);
  expect(await owner.ask(200, 'GET', path)).toEqual(none);
  expect(await owner.ask(200, 'PUT', path, contract)).toEqual(contract);
  expect(await owner.ask(200, 'GET', path)).toEqual(contract);
  expect(await owner.ask(200, 'GET', `/api/endpoints/${token}/settings`)).toEqual({});
  await owner.ask(204, 'DELETE', path);
  await owner.ask(204, 'DELETE', path);
  expect(await owner.ask(200, 'GET', path)).toEqual(none);
  await owner.ask(200, 'PUT', path, contract);
  expect(await owner.ask(200, 'PUT', path, none)).toEqual(none);
  expect(await owner.ask(200, 'GET', path)).toEqual(none);
});

test('it is read and put with a session, with a key and by guests; by nobody else', async () => {
  for (const visitor of [await startGuest(server), await withKey(owner)]) {
    const path = addressOf(await endpointUnder(visitor, contract));
    expect(await visitor.ask(200, 'GET', path)).toEqual(contract);
    const stranger = await startGuest(server);
    await stranger.ask(404, 'GET', path);
    await stranger.ask(404, 'PUT', path, contract);
    await stranger.ask(404, 'DELETE', path);
    expect(await visitor.ask(200, 'GET', path)).toEqual(contract);
  }
});

test('the text is kept as it was sent, with all digits and all names', async () => {
  const token = await owner.endpoint();
  const member = '{"const":820982911946154508}';
  const text = `{ "events": { "__proto__": {"properties":{"__proto__":${member}}}, "ü\\u0000": true } }`;
  const put = await putText(token, text);
  expect(put).toMatchObject({ status: 200, text });
  const response = await owner.call('GET', addressOf(token));
  expect(await response.text()).toBe(text);
  expect(response.headers.get('etag')).toBe(put.etag);
  expect((await putText(token, text)).etag).toBe(put.etag);
});

describe('refused with a sentence', () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ['no body', '', /empty/i],
    ['no JSON', '{"events":', /JSON/],
    ['no UTF-8', Buffer.from('{"events":{"\xff":{}}}', 'latin1'), /./],
    ['another document', '[]', /events|object/i],
    ['a wrong schema', '{"events":{"invoice.paid":{"type":7}}}', /events\["invoice\.paid"\]\.type/],
    [
      'no end of nesting',
      `{"events":{"a":${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}}}`,
      /./,
    ],
  ])('%s', async (_, text, sentence) => {
    const token = await endpointUnder(owner, contract);
    const { status, text: answer } = await putText(token, text);
    expect(status).toBe(400);
    expect(Object.keys(JSON.parse(answer))).toEqual(['error']);
    expect(JSON.parse(answer).error).toMatch(sentence);
    expect(await owner.ask(200, 'GET', addressOf(token))).toEqual(contract);
  });

  test('more than a MiB, and another media type', async () => {
    const token = await owner.endpoint();
    const long = JSON.stringify({ events: { a: { description: 'x'.repeat(1024 * 1024) } } });
    expect((await putText(token, long)).status).toBe(413);
    expect((await putText(token, '{"events":{}}', 'text/plain')).status).toBe(415);
    const most = JSON.stringify({ events: { a: { description: 'x'.repeat(1000 * 1024) } } });
    expect((await putText(token, most)).status).toBe(200);
  });
});

describe('a guest that becomes an account, and an endpoint that is deleted', () => {
  afterEach(async () => {
    const { rows } = await server.store.db
      .selectFrom('endpoint_contract')
      .leftJoin('endpoint', 'endpoint.id', 'endpoint_contract.endpoint_id')
      .select(['endpoint.id', 'endpoint_contract.endpoint_id'])
      .execute()
      .then((found) => ({ rows: found.filter(({ id }) => id === null) }));
    expect(rows).toEqual([]);
  });

  test('keeps the contract, and takes it along', async () => {
    const guest = await startGuest(server);
    const token = await endpointUnder(guest, contract);
    const body = JSON.stringify({ type: 'paid', id: 'a' });
    await send(server, token, { method: 'POST', body });
    const account = { email: 'contracts@example.com', password: 'correct horse' };
    await guest.ask(201, 'POST', '/api/auth/register', account);
    expect(await guest.ask(200, 'GET', addressOf(token))).toEqual(contract);
    await send(server, token, { method: 'POST', body });
    const captured = await guest.ask(200, 'GET', `/api/requests/endpoint/${token}`);
    const verdicts = captured.map((one: { contract: { verdict: string } }) => one.contract.verdict);
    expect(verdicts).toEqual(['differs', 'differs']);
    await guest.ask(204, 'DELETE', `/api/endpoints/${token}`);
    await guest.ask(404, 'GET', addressOf(token));
  });
});

test('a change counts for every request that arrives after its answer', async () => {
  const token = await endpointWith(owner, { replies: [{ status: 202 }] });
  const body = JSON.stringify({ type: 'paid', n: 1 });
  const kinds = ['string', 'integer'];
  for (let round = 0; round < 10; round++) {
    const n = { type: kinds[round % 2] };
    const before = Array.from({ length: 5 }, () => send(server, token, { method: 'POST', body }));
    const put = owner.ask(200, 'PUT', addressOf(token), {
      events: { paid: { type: 'object', properties: { n }, description: String(round) } },
    });
    await put;
    await send(server, token, { method: 'POST', body });
    const [last] = await owner.ask(200, 'GET', `/api/requests/endpoint/${token}?limit=1`);
    expect(last.contract.verdict).toBe(round % 2 === 0 ? 'differs' : 'holds');
    await Promise.all(before);
  }
});
