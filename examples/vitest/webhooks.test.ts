import { test } from '@hookwell/client/vitest';
import { expect } from 'vitest';
import * as z from 'zod';
import { notify, notifyPaid } from './webhooks.ts';

test('a refund is told', async ({ endpoint }) => {
  await notify(endpoint.url, 'order.refunded', { id: 'A-1', amount: 4200 });

  const request = await endpoint.waitFor('method:POST json.type=order.refunded');
  expect(request.headers['shop-event']).toBe('order.refunded');
  expect(JSON.parse(request.body)).toEqual({
    type: 'order.refunded',
    order: { id: 'A-1', amount: 4200 },
  });
});

const OrderRefunded = z.strictObject({
  type: z.literal('order.refunded'),
  order: z.strictObject({ id: z.string(), amount: z.int() }),
});

test('a refund has what our customers rely on, and no more', async ({ endpoint }) => {
  await notify(endpoint.url, 'order.refunded', { id: 'A-1', amount: 4200 });

  const { json } = await endpoint.waitFor('json.type=order.refunded', { schema: OrderRefunded });
  expect(json.order.amount).toBe(4200);
});

test('each paid order is told once', async ({ endpoint }) => {
  const orders = ['A-1', 'A-2', 'A-3'].map((id) => ({ id, amount: 100 }));
  await notifyPaid(endpoint.url, orders);

  const requests = await endpoint.waitForCount(3, 'path=/paid');
  const ids = requests.map(({ body }) => JSON.parse(body).order.id);
  expect(ids.sort()).toEqual(['A-1', 'A-2', 'A-3']);
  await endpoint.expectNone('', { for: 300, after: requests.at(-1)?.id });
});

test('an order that costs nothing is not told', async ({ endpoint }) => {
  await notifyPaid(endpoint.url, [{ id: 'free', amount: 0 }]);
  await endpoint.expectNone('json.order.id=free', { for: 300 });
});

test('an event that the listener refuses is sent once more', async ({ endpoint }) => {
  const answers = [503, 202];
  await endpoint.onRequest(() => ({ status: answers.shift() ?? 500 }), { match: 'path=/retry' });
  await notify(`${endpoint.url}/retry`, 'order.refunded', { id: 'A-1', amount: 4200 });
  const requests = await endpoint.waitForCount(2, 'path=/retry');

  expect(answers).toEqual([]);
  expect(requests[1]?.body).toBe(requests[0]?.body);
});
