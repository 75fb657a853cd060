import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellOrder } from './orders.js';

const { HOOKWELL_URL, HOOKWELL_API_KEY, SHOP_TOKEN } = process.env;

async function ask(path) {
  const headers = { authorization: `Bearer ${HOOKWELL_API_KEY}` };
  const response = await fetch(`${HOOKWELL_URL}/api${path}`, { headers });
  assert.equal(response.status, 200);
  return await response.json();
}

test('an order is told again, unchanged, until it is taken', async () => {
  const order = { id: Date.now(), total: 4200 };
  assert.equal(await tellOrder(`${HOOKWELL_URL}/wh/${SHOP_TOKEN}`, order), 2);

  const [delivery] = await ask(`/endpoints/${SHOP_TOKEN}/deliveries?limit=1`);
  assert.equal(delivery.outcome, 'accepted');
  assert.deepEqual(
    delivery.attempts.map(({ answer }) => answer),
    ['503', '202'],
  );
  const [{ body }] = await ask(`/requests/endpoint/${SHOP_TOKEN}?limit=1`);
  assert.deepEqual(body.json, order);
});
