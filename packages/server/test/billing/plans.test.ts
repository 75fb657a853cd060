import { expect, test } from 'vitest';
import { allowsApiUse, planOf } from '../../src/billing/plans.ts';
import { startGuest, startServer, Visitor } from '../start-server.ts';

const plans = [
  { plan: 'free', endpoints: 3, requestsPerEndpoint: 5000, bytes: 104_857_600, days: 7 },
  { plan: 'plus', endpoints: 25, requestsPerEndpoint: 10_000, bytes: 10_737_418_240, days: 30 },
  {
    plan: 'enterprise',
    endpoints: 250,
    requestsPerEndpoint: 100_000,
    bytes: 107_374_182_400,
    days: 90,
  },
];

test('a session sees the plans', async () => {
  await using server = await startServer();
  expect(await (await startGuest(server)).ask(200, 'GET', '/api/billing/plans')).toEqual(plans);
  await new Visitor(server).ask(401, 'GET', '/api/billing/plans');
});

test('the description of the service is public', async () => {
  await using server = await startServer();
  expect(await new Visitor(server).ask(200, 'GET', '/api/service')).toEqual({
    receiveBaseUrl: server.url,
    plans,
    sellsPlans: false,
    xHeaders: 'drop',
    login: { password: true, oidc: false },
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});

test('an instance that sells nothing gives its accounts plus, one that sells begins with little', async () => {
  const path = '/api/auth/register';
  const registration = { email: 'ada@example.com', password: 'long enough' };
  await using own = await startServer({ environment: { HOOKWELL_SIGNUP_PLAN: '' } });
  const owner = new Visitor(own);
  expect(await owner.ask(201, 'POST', path, registration)).toMatchObject({ plan: 'plus' });
  await owner.ask(201, 'POST', '/api/keys', { name: 'at once' });

  const HOOKWELL_CHECKOUT_LINKS = 'plus=https://pay.example/plus';
  await using shop = await startServer({
    environment: { HOOKWELL_SIGNUP_PLAN: '', HOOKWELL_CHECKOUT_LINKS },
  });
  const customer = new Visitor(shop);
  expect(await customer.ask(201, 'POST', path, registration)).toMatchObject({ plan: 'free' });
  const { plans: sold, sellsPlans } = await customer.ask(200, 'GET', '/api/service');
  expect(sellsPlans).toBe(true);
  expect(sold[0]).toMatchObject({ plan: 'free', requestsPerEndpoint: 500 });
});

test("the operator's numbers count", async () => {
  await using server = await startServer({
    environment: { HOOKWELL_PLANS: '{"plus":{"endpoints":50}}' },
  });
  const service = await new Visitor(server).ask(200, 'GET', '/api/service');
  expect(service.plans[1]).toEqual({ ...plans[1], endpoints: 50 });
});

test.each([
  ['free', 'active', 'free', false],
  ['plus', 'active', 'plus', true],
  ['enterprise', 'past_due', 'enterprise', true],
  ['plus', 'canceled', 'free', false],
] as const)('plan %s with status %s counts as %s', (plan, status, counts, apiUse) => {
  expect(planOf({ plan, status })).toBe(counts);
  expect(allowsApiUse({ plan, status })).toBe(apiUse);
});
