import { describe, expect, test } from 'vitest';
import { password, startAccount, startGuest, startServer, Visitor } from '../start-server.ts';

describe('the way to pay', () => {
  const links =
    'plus=https://pay.example.com/p?locale=de,enterprise=https://pay.example.com/enterprise';

  test('is personal', async () => {
    await using server = await startServer({
      environment: { HOOKWELL_CHECKOUT_LINKS: links },
    });
    const visitor = new Visitor(server);
    const { id } = await visitor.ask(201, 'POST', '/api/auth/register', {
      email: 'ada+pay&more@example.com',
      password,
    });
    const plans = await visitor.ask(200, 'GET', '/api/billing/plans');
    const email = 'ada%2Bpay%26more%40example.com';
    expect(plans.map((plan: { checkoutUrl?: string }) => plan.checkoutUrl)).toEqual([
      undefined,
      `https://pay.example.com/p?locale=de&client_reference_id=${id}&prefilled_email=${email}`,
      `https://pay.example.com/enterprise?client_reference_id=${id}&prefilled_email=${email}`,
    ]);
  });

  test('is not there for a guest, nor if nothing is sold', async () => {
    await using server = await startServer({
      environment: { HOOKWELL_CHECKOUT_LINKS: links },
    });
    const guest = await startGuest(server);
    for (const plan of await guest.ask(200, 'GET', '/api/billing/plans')) {
      expect(plan).not.toHaveProperty('checkoutUrl');
    }
    await using without = await startServer();
    const account = await startAccount(without);
    for (const plan of await account.ask(200, 'GET', '/api/billing/plans')) {
      expect(plan).not.toHaveProperty('checkoutUrl');
    }
  });
});
