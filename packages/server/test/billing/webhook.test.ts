import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { startAccount, startServer, withKey } from '../start-server.ts';
import {
  checkout,
  deliver,
  deliverAll,
  environment,
  eventOf,
  january,
  secondsNow,
  secret,
  sign,
} from './payment-provider.ts';

const server = forFile(
  await startServer({
    environment: { ...environment, HOOKWELL_PAYMENT_WEBHOOK_SECRETS: `whsec_next,${secret}` },
  }),
);

const taken = { status: 200, body: { received: true } };
const wrong = { status: 400, body: { error: 'The payment signature is not valid' } };

function keptEvents(id?: string) {
  const query = server.store.db.selectFrom('payment_event').selectAll();
  return (id === undefined ? query : query.where('id', '=', id)).execute();
}

describe('a delivery', () => {
  test('needs a signature over exactly these bytes', async () => {
    const body = JSON.stringify(eventOf('customer.created', january, {}));
    expect(await deliver(server, body)).toEqual(taken);
    expect(await deliver(server, body, {})).toEqual(wrong);
    // The same value in other bytes.
    expect(await deliver(server, `${body} `, { 'payment-signature': sign(body) })).toEqual(wrong);
    expect(await deliver(server, body, { 'payment-signature': 'x'.repeat(20_000) })).toEqual(wrong);
    // Another header does not count unless the operator has named it.
    expect(await deliver(server, body, { 'stripe-signature': sign(body) })).toEqual(wrong);
  });

  test('may be signed with either secret while one replaces the other', async () => {
    const body = JSON.stringify(eventOf('customer.created', january, {}));
    for (const one of ['whsec_next', secret]) {
      const signature = sign(body, { secret: one });
      expect(await deliver(server, body, { 'payment-signature': signature })).toEqual(taken);
    }
    const signature = sign(body, { secret: 'whsec_former' });
    expect(await deliver(server, body, { 'payment-signature': signature })).toEqual(wrong);
  });

  test.each([-310, 310])('is refused %i seconds from our time', async (seconds) => {
    const event = checkout(`sub_late_${seconds}`, january, {});
    const body = JSON.stringify(event);
    const signature = sign(body, { at: secondsNow() + seconds });
    expect(await deliver(server, body, { 'payment-signature': signature })).toMatchObject({
      status: 400,
    });
    expect(await keptEvents(event.id)).toEqual([]);
  });

  test('may be of any media type, or none', async () => {
    const body = JSON.stringify(eventOf('customer.created', january, {}));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      const headers = { 'content-type': type, 'payment-signature': sign(body) };
      expect(await deliver(server, body, headers)).toEqual(taken);
    }
    const bytes = new Blob([body]);
    const response = await fetch(`${server.url}/api/billing/webhook`, {
      method: 'POST',
      headers: { 'payment-signature': sign(body) },
      body: bytes,
    });
    expect(response.status).toBe(200);
  });

  test.each([
    ['', 'The body is empty'],
    ['{', 'The body is not valid JSON'],
    ['[]', 'The body must be a JSON object'],
    ['null', 'The body must be a JSON object'],
    ['{"type":"a","data":{"object":{}}}', 'id is required'],
    ['{"id":"","type":"a","data":{"object":{}}}', 'id must have at least 1 character'],
    ['{"id":7,"type":"a","data":{"object":{}}}', 'id must be a string'],
    ['{"id":"e","data":{"object":{}}}', 'type is required'],
    ['{"id":"e","type":"a"}', 'data is required'],
    ['{"id":"e","type":"a","data":{}}', 'data.object is required'],
    ['{"id":"e","type":"a","data":{"object":7}}', 'data.object must be an object'],
    [
      '{"id":"e","type":"a","created":"now","data":{"object":{}}}',
      'created must be an integer from 0 to 253402300799',
    ],
    [
      '{"id":"e","type":"customer.subscription.deleted","data":{"object":{}}}',
      'data.object.id is required',
    ],
  ])('of %s is refused', async (body, error) => {
    expect(await deliver(server, body)).toEqual({ status: 400, body: { error } });
  });

  test('without a body is refused by its signature alone', async () => {
    const response = await fetch(`${server.url}/api/billing/webhook`, { method: 'POST' });
    expect({ status: response.status, body: await response.json() }).toEqual(wrong);
  });

  test('past a mebibyte is refused', async () => {
    const body = JSON.stringify(
      eventOf('customer.created', january, { x: 'x'.repeat(1024 * 1024) }),
    );
    expect(await deliver(server, body)).toMatchObject({ status: 413 });
  });

  test('that says nothing of a subscription is taken and not kept', async () => {
    const before = await keptEvents();
    for (const event of [
      eventOf('customer.created', january, { id: 'cus_1' }),
      eventOf('checkout.session.completed', january, { mode: 'payment', subscription: null }),
      eventOf('invoice.payment_succeeded', january, { id: 'in_1' }),
    ]) {
      expect(await deliver(server, event)).toEqual(taken);
    }
    expect(await keptEvents()).toEqual(before);
  });

  test('has nothing of itself in the log but its id and type', async () => {
    const body = checkout('sub_logged', january, { customer_email: 'private@example.com' });
    await deliverAll(server, [body]);
    const line = await eventually(() => server.logLines.find((one) => one.includes(body.id)));
    expect(JSON.parse(line ?? '')).toMatchObject({ event: body.id, type: body.type });
    const signature = sign(JSON.stringify(body)).slice(-64);
    for (const one of server.logLines) {
      for (const word of ['private@example.com', signature, secret])
        expect(one).not.toContain(word);
    }
  });
});

describe('an event', () => {
  test('is processed once, however many deliveries of it there are at once', async () => {
    const account = await startAccount(server);
    const event = checkout('sub_once', january, { client_reference_id: String(account.id) });
    const deliveries = await Promise.all(Array.from({ length: 20 }, () => deliver(server, event)));
    expect(deliveries).toEqual(deliveries.map(() => taken));
    expect(await keptEvents(event.id)).toHaveLength(1);
    expect(await account.ask(200, 'GET', '/api/auth/me')).toMatchObject({ plan: 'plus' });
  });

  test('that is told again with other contents changes nothing', async () => {
    const account = await startAccount(server);
    const reference = { client_reference_id: String(account.id) };
    const event = checkout('sub_same', january, reference);
    await deliverAll(server, [event]);
    const other = {
      ...checkout('sub_same', january, { ...reference, amount_total: 1 }),
      id: event.id,
    };
    await deliverAll(server, [other]);
    expect(await account.ask(200, 'GET', '/api/auth/me')).toMatchObject({ price: '9.00' });
  });

  test('without a time of its own has that of its signature', async () => {
    const { created: _, ...event } = checkout('sub_timeless', 0);
    const body = JSON.stringify(event);
    const at = secondsNow() - 100;
    await deliver(server, body, { 'payment-signature': sign(body, { at }) });
    expect(await keptEvents(event.id)).toMatchObject([{ created_at: at * 1000 }]);
  });

  test('is kept as it was sent', async () => {
    const body = ` ${JSON.stringify(checkout('sub_verbatim', january, { text: 'ä\u0000 \\u00e4' }))}\n`;
    expect(await deliver(server, body)).toEqual(taken);
    const [kept] = await keptEvents(JSON.parse(body).id);
    expect(kept?.payload).toBe(body);
  });
});

test('without a secret nothing is taken', async () => {
  await using without = await startServer();
  const event = eventOf('customer.created', january, {});
  expect(await deliver(without, event)).toEqual({
    status: 503,
    body: { error: 'No payment signing secret is configured' },
  });
});

test('the signature may be in a header of another name', async () => {
  await using other = await startServer({
    environment: { ...environment, HOOKWELL_PAYMENT_SIGNATURE_HEADER: 'Stripe-Signature' },
  });
  const body = JSON.stringify(eventOf('customer.created', january, {}));
  expect(await deliver(other, body, { 'stripe-signature': sign(body) })).toEqual(taken);
  expect(await deliver(other, body, { 'payment-signature': sign(body) })).toEqual(wrong);
});

test('a browser page elsewhere, a cookie or a key make no difference', async () => {
  const account = await startAccount(server, 'plus');
  const { key = '' } = await withKey(account);
  const body = JSON.stringify(eventOf('customer.created', january, {}));
  const credentials = {
    cookie: account.cookie ?? '',
    authorization: `Bearer ${key}`,
    origin: 'https://elsewhere.example',
  };
  expect(await deliver(server, body, credentials)).toEqual(wrong);
  expect(await deliver(server, body, { ...credentials, 'payment-signature': sign(body) })).toEqual(
    taken,
  );
});
