import { expect, test } from 'vitest';
import { deliver, environment } from '../billing/payment-provider.ts';
import { forFile } from '../kept-for.ts';
import { exchangeRaw } from '../raw-http.ts';
import { send, startAccount, startServer } from '../start-server.ts';

/*
 * Texts from outside that reach a query. One of the databases stores no U+0000 in a text, counts no
 * further than 2^63 and refuses bytes that are not UTF-8; the answers are these on both.
 */

const server = forFile(
  await startServer({
    environment: {
      ...environment,
      HOOKWELL_MATCH_PAYMENT_EMAIL: 'true',
      HOOKWELL_TRUSTED_PROXIES: '127.0.0.1',
      HOOKWELL_AUTH_RATE_LIMIT: '1000',
    },
  }),
);
const visitor = await startAccount(server, 'plus');
const token = await visitor.endpoint();

// `%ED%A0%80` is half of a surrogate pair: it makes a path invalid; in a query it stays as it is.
test.each<[method: string, path: string, status: number]>([
  ['GET', '/api/requests/%00', 404],
  ['GET', '/api/requests/1%00', 404],
  ['GET', '/api/requests/0', 404],
  ['GET', '/api/requests/-1', 404],
  ['GET', '/api/requests/999999999999999', 404],
  ['GET', '/api/requests/9007199254740993', 404],
  ['GET', '/api/requests/99999999999999999999', 404],
  ['GET', '/api/requests/%ED%A0%80', 400],
  ['GET', '/api/requests/99999999999999999999/body', 404],
  ['GET', '/api/requests/%00/wire', 404],
  ['DELETE', '/api/requests/%00', 404],
  ['DELETE', '/api/requests/99999999999999999999', 404],
  ['GET', '/api/requests/endpoint/%00', 404],
  ['GET', '/api/requests/endpoint/%ED%A0%80', 400],
  ['DELETE', '/api/requests/endpoint/%00', 404],
  ['DELETE', '/api/endpoints/%00', 404],
  ['DELETE', '/api/endpoints/a%00', 404],
  ['DELETE', '/api/endpoints/%F0%9F%98%80', 404],
  ['DELETE', `/api/endpoints/${'a'.repeat(200)}`, 404],
  ['DELETE', '/api/keys/%00', 400],
  ['DELETE', '/api/keys/0000%00', 400],
  ['DELETE', '/api/keys/00000', 404],
  ['GET', '/api/requests?before=%00', 400],
  ['GET', '/api/requests?before=99999999999999999999', 400],
  ['GET', '/api/requests?before=-1', 400],
  ['GET', '/api/requests?before=999999999999999', 200],
  ['GET', '/api/requests?after=99999999999999999999', 400],
  ['GET', '/api/requests?after=999999999999999&before=0', 200],
  ['GET', '/api/requests?after=1e300', 400],
  ['GET', '/api/requests?limit=99999999999999999999', 400],
  ['GET', '/api/requests?limit=0', 400],
  ['GET', '/api/sse?endpoint=%00', 400],
  ['GET', '/api/sse?endpoint=%ED%A0%80', 404],
  ['GET', '/api/sse?endpoint=unknown', 404],
  ['GET', '/api/sse?after=99999999999999999999', 400],
])('%s %s is answered %d', async (method, path, status) => {
  expect((await visitor.call(method, path)).status).toBe(status);
});

const login = { email: 'ada@example.com', password: 'correct horse' };

test.each<[method: string, path: string, body: object, status: number]>([
  ['POST', '/api/keys', { name: 'a\0b' }, 400],
  ['POST', '/api/keys', { name: '\ud800' }, 201],
  ['POST', '/api/auth/register', { ...login, email: 'a\0@example.com' }, 400],
  ['POST', '/api/auth/register', { ...login, email: 'a@example.com\0' }, 400],
  ['POST', '/api/auth/register', { ...login, email: '\ud800@example.com' }, 400],
  ['POST', '/api/auth/register', { ...login, password: '\0\0\0\0\0\0\0\0' }, 201],
  ['POST', '/api/auth/login', { ...login, email: 'a\0@example.com' }, 400],
  ['POST', '/api/auth/login', { ...login, password: '\ud800'.repeat(8) }, 401],
  ['POST', '/api/auth/login', { ...login, password: '\0\0\0\0\0\0\0\0' }, 200],
])('%s %s with %j is answered %d', async (method, path, body, status) => {
  const { cookie = '' } = visitor;
  // Keys are made with the visitor's session; other calls may start sessions of their own.
  const { url } = server;
  const headers = { 'content-type': 'application/json', ...(path === '/api/keys' && { cookie }) };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(status);
});

test('a name without a meaning comes back as the text that can be stored', async () => {
  const path = `/api/endpoints/${token}`;
  await visitor.ask(400, 'PATCH', path, { badgeName: 'a\0b' });
  await visitor.ask(404, 'PATCH', '/api/endpoints/%00', { badgeName: 'name' });
  const endpoint = await visitor.ask(200, 'PATCH', path, { badgeName: 'a\ud800b' });
  expect(endpoint.badgeName).toBe('a\ufffdb');
  expect((await visitor.ask(200, 'GET', '/api/endpoints'))[0].badgeName).toBe('a\ufffdb');
});

const object = { id: 'sub_1', status: 'active', items: { data: [] } };
const bought = { id: 'cs_1', subscription: 'sub_2', payment_status: 'paid', amount_total: 900 };
const checkout = 'checkout.session.completed';
const updated = 'customer.subscription.updated';

test.each<[what: string, event: object, status: number]>([
  ['a NUL in the id', { id: 'evt\0', type: updated, data: { object } }, 400],
  ['a NUL in the type', { id: 'evt_1', type: `${updated}\0`, data: { object } }, 400],
  ['half a pair in the id', { id: 'evt_\ud800', type: updated, data: { object } }, 200],
  ['a huge time', { id: 'evt_2', type: updated, created: 1e18, data: { object } }, 400],
  [
    'the last time',
    { id: 'evt_3', type: updated, created: 253_402_300_799, data: { object } },
    200,
  ],
  [
    'a NUL in the subscription',
    { id: 'evt_4', type: updated, data: { object: { ...object, id: 'sub\0' } } },
    400,
  ],
  [
    'half a pair in the subscription',
    { id: 'evt_5', type: updated, data: { object: { ...object, id: 'sub_\udfff' } } },
    200,
  ],
  [
    'a NUL in the status and the price',
    {
      id: 'evt_6',
      type: updated,
      data: { object: { ...object, status: '\0', items: { data: [{ price: { id: '\0' } }] } } },
    },
    200,
  ],
  [
    'a NUL in the subscription of a checkout',
    { id: 'evt_7', type: checkout, data: { object: { ...bought, subscription: 'sub\0' } } },
    200,
  ],
  [
    'a NUL in each text of a checkout',
    {
      id: 'evt_8',
      type: checkout,
      data: {
        object: {
          ...bought,
          client_reference_id: '\0',
          customer_email: 'a\0@example.com',
          customer_details: { email: '\0' },
          currency: '\0\0\0',
          metadata: { plan: '\0' },
        },
      },
    },
    200,
  ],
  [
    'an account beyond all numbers',
    {
      id: 'evt_9',
      type: checkout,
      data: { object: { ...bought, client_reference_id: '9'.repeat(20), currency: 'eur' } },
    },
    200,
  ],
  [
    'an unknown account, and half a pair in the email',
    {
      id: 'evt_10',
      type: checkout,
      data: {
        object: {
          ...bought,
          client_reference_id: '9'.repeat(15),
          customer_email: '\ud800@example.com',
        },
      },
    },
    200,
  ],
  [
    'an amount and a period beyond all numbers',
    {
      id: 'evt_11',
      type: 'invoice.payment_succeeded',
      data: {
        object: {
          subscription: 'sub_2',
          amount_paid: 1e300,
          currency: 'eur',
          lines: { data: [{ amount: 1e300, period: { start: -1, end: 1e300 } }] },
        },
      },
    },
    200,
  ],
])('a payment event with %s', async (_, event, status) => {
  expect((await deliver(server, JSON.stringify(event))).status).toBe(status);
});

test('a payment event with a NUL and half a pair that mean nothing is kept, once', async () => {
  const event = { id: 'evt_12', type: updated, data: { object: { ...object, note: 'a\0\ud800' } } };
  expect((await deliver(server, JSON.stringify(event))).status).toBe(200);
  expect((await deliver(server, JSON.stringify(event))).status).toBe(200);
  await visitor.ask(200, 'GET', '/api/auth/me');
});

test.each([
  '203.0.113.9, \x80',
  '999999999999',
  'fe80::1%eth0',
  '::ffff:203.0.113.9',
  `${'1'.repeat(500)}`,
  ', , ,',
])('a guest and a capture from %j', async (forwardedFor) => {
  const headers = { 'x-forwarded-for': forwardedFor };
  const guest = await fetch(`${server.url}/api/auth/guest`, { method: 'POST', headers });
  expect(guest.status).toBe(201);
  expect((await send(server, token, { method: 'POST', headers })).status).toBe(200);
});

test.each([
  ['Cookie: hookwell_session=\x80', 401],
  [`Cookie: hookwell_session=${'%00'.repeat(20)}`, 401],
  [`Authorization: Bearer wh-${'\x80'.repeat(36)}`, 401],
  ['Cookie: hookwell_session=a\0b', 400],
])('a credential like %j is answered %d', async (credential, status) => {
  const lines = ['GET /api/endpoints HTTP/1.1', 'Host: x', credential, 'Connection: close'];
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  expect((await exchangeRaw(server.url, bytes)).status).toBe(status);
});

test('a capture has any text that was sent', async () => {
  const path = '/%00?a%00=%00&b=%ED%A0%80&c=%F0%9F%98%80';
  const body = Buffer.from('\0\ud800\0');
  const { id, status } = await send(server, token, { method: 'POST', path, body });
  expect(status).toBe(200);
  const captured = await visitor.ask(200, 'GET', `/api/requests/${id}`);
  expect(captured).toMatchObject({
    path: '/%00',
    queryParams: { 'a\0': '\0', b: '%ED%A0%80', c: '\u{1f600}' },
    body: { raw: '\0\ufffd\0' },
  });
  expect((await send(server, '%00')).status).toBe(404);
  expect((await send(server, `${token.slice(0, 25)}%00`)).status).toBe(404);
});

test('none of this was a failure of the server', () => {
  expect(server.logLines.filter((line) => line.includes('Internal server error'))).toEqual([]);
});
