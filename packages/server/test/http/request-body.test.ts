import { type Operation, operations, receivePaymentEvent } from '@hookwell/core/api';
import { describe, expect, it, test } from 'vitest';
import { mostApiBodyBytes } from '../../src/http/request-body.ts';
import { forFile } from '../kept-for.ts';
import { openSocket, readAnswer } from '../raw-http.ts';
import { startAccount, startServer } from '../start-server.ts';
import { failure, json, startContractApp } from './contract-app.ts';

const app = forFile(await startContractApp());

const login = { method: 'POST', path: '/api/auth/login' };
const credentials = { email: 'ada@example.org', password: 'correct horse' };

describe('an operation without a body', () => {
  const withoutBody = Object.entries(operations)
    .filter(([, { schema }]) => !('body' in schema))
    .map(([name, { method, url }]): [string, string, string] => {
      const path = url
        .replace(':token', 'abc')
        .replace(/:(?:id|member|invitation)/g, '17')
        .replace(':trackingId', '3f9a1');
      return [name, method, name === 'getFreshness' ? `${path}?within=1h` : path];
    });

  it.each(withoutBody)('of %s is ignored', async (_name, method, path) => {
    const headers = { 'content-type': 'application/json' };
    expect((await app.send({ method, path, headers, body: '{' })).status).toBe(200);
  });

  it.each([
    ['JSON', 'application/json', '{}'],
    ['malformed JSON', 'application/json', '{'],
    ['no JSON at all', 'application/json', ''],
    ['text', 'text/plain', 'hello'],
    ['a form', 'application/x-www-form-urlencoded', 'a=b'],
    ['an unreadable media type', 'nonsense', 'hello'],
    ['more than any body may have', 'application/json', 'x'.repeat(200_000)],
  ])('ignores %s', async (_kind, type, body) => {
    const [method, path] = ['POST', '/api/endpoints'];
    const answer = await app.send({ method, path, headers: { 'content-type': type }, body });
    expect(answer.status).toBe(200);
  });

  it('ignores a body without a media type', async () => {
    const answer = await app.send({ method: 'POST', path: '/api/endpoints', body: 'hello' });
    expect(answer.status).toBe(200);
  });
});

describe('an operation with a body', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'takes %s',
    async (type) => {
      const { body } = json(credentials);
      const answer = await app.send({ ...login, headers: { 'content-type': type }, body });
      expect(JSON.parse(answer.text).body).toEqual(credentials);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/problem+json',
    'nonsense',
  ])('refuses %s', async (type) => {
    const { body } = json(credentials);
    const answer = await app.send({ ...login, headers: { 'content-type': type }, body });
    expect(answer).toMatchObject(failure(415, 'The body must be application/json'));
  });

  it('refuses a body without a media type', async () => {
    const answer = await app.send({ ...login, body: json(credentials).body });
    expect(answer).toMatchObject(failure(415, 'The body must be application/json'));
  });

  it.each(['{', '{"email":}', 'undefined', '{}{}', '['.repeat(60_000)])(
    'refuses malformed JSON (%#)',
    async (body) => {
      const answer = await app.send({ ...login, ...json(null), body });
      expect(answer).toMatchObject(failure(400, 'The body is not valid JSON'));
    },
  );

  it('refuses bytes that are no UTF-8', async () => {
    const body = Buffer.from([0x22, 0xff, 0x22]);
    const answer = await app.send({ ...login, ...json(null), body });
    expect(answer).toMatchObject(failure(400, 'The body is not valid JSON'));
  });

  it('refuses an empty body', async () => {
    const answer = await app.send({ ...login, ...json(null), body: '' });
    expect(answer).toMatchObject(failure(400, 'The body is empty'));
  });

  it('refuses no body at all', async () => {
    const answer = await app.send(login);
    expect(answer).toMatchObject(failure(400, 'The body must be a JSON object'));
  });

  it('drops __proto__ wherever it stands', async () => {
    const body = `{"__proto__":{"a":1},"email":"a@example.org","password":"12345678","x":[{"__proto__":1},{"\\u005f_proto__":1}]}`;
    const answer = await app.send({ ...login, ...json(null), body });
    expect(JSON.parse(answer.text).body).toEqual({
      email: 'a@example.org',
      password: '12345678',
      x: [{}, {}],
    });
  });

  it('takes 64 KiB and refuses a byte more, announced or not', async () => {
    const frame = JSON.stringify({ ...credentials, more: '' }).length;
    const fits = JSON.stringify({ ...credentials, more: 'x'.repeat(65_536 - frame) });
    expect((await app.send({ ...login, ...json(null), body: fits })).status).toBe(200);

    const tooLarge = failure(413, 'The body is too large');
    expect(await app.send({ ...login, ...json(null), body: `${fits} ` })).toMatchObject(tooLarge);
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    expect(await app.send({ ...login, headers, body: `${fits} ` })).toMatchObject(tooLarge);
  });

  it('lets a sender of far too much read the answer', async () => {
    const body = 'x'.repeat(900_000);
    for (let round = 0; round < 20; round++) {
      expect((await app.send({ ...login, ...json(null), body })).status).toBe(413);
    }
  });

  it('takes a mebibyte of a payment event', async () => {
    const event = { id: 'evt_1', type: 'x', data: { object: { text: 'x'.repeat(500_000) } } };
    const pay = { method: 'POST', path: '/api/billing/webhook' };
    expect((await app.send({ ...pay, ...json(event) })).status).toBe(200);
    const body = 'x'.repeat(1024 * 1024 + 1);
    expect((await app.send({ ...pay, ...json(null), body })).status).toBe(413);
  });
});

describe('an operation whose body may be left out', () => {
  const deleteAccount = { method: 'DELETE', path: '/api/auth/me' };

  it.each([
    ['is left out', {}],
    ['is empty JSON', { headers: { 'content-type': 'application/json' }, body: '' }],
    ['is empty text', { headers: { 'content-type': 'text/plain' }, body: '' }],
    ['has no fields', json({})],
  ])('works where it %s', async (_case, sent) => {
    const answer = await app.send({ ...deleteAccount, ...sent });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text).body).toEqual({});
  });

  it('checks it if it is there', async () => {
    const answer = await app.send({ ...deleteAccount, ...json({ password: 7 }) });
    expect(answer).toMatchObject(failure(400, 'password must be a string'));
  });
});

const server = forFile(
  await startServer({ environment: { HOOKWELL_PAYMENT_WEBHOOK_SECRETS: 'whsec_a' } }),
);
const visitor = await startAccount(server, 'plus');

const all: [string, Operation][] = [
  ...Object.entries(operations),
  ['receivePaymentEvent', receivePaymentEvent],
];
const withLongBodies = all.filter(([, { bodyLimit = 0 }]) => bodyLimit > mostApiBodyBytes);

test.each(withLongBodies)(
  '%s is refused before its body has come if it is for nothing',
  async (_, operation) => {
    const path = operation.url.replace(':token', 'unknown').replace(':id', '999999999');
    const socket = await openSocket(server.url);
    const head = `Host: a\r\nCookie: ${visitor.cookie}\r\nContent-Type: application/json\r\nContent-Length: 100000`;
    socket.write(`${operation.method} ${path} HTTP/1.1\r\n${head}\r\n\r\n{`);
    const expected = operation === receivePaymentEvent ? 400 : 404;
    expect(await readAnswer(socket)).toMatchObject({ status: expected });
  },
);
