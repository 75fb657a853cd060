import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  checkout,
  deliverAll,
  environment,
  invoice,
  january,
} from '../../server/test/billing/payment-provider.ts';
import type { Workplace } from './hookwell-process.ts';
import { outcomeInProcess } from './in-process.ts';
import { beside, startWorkplace } from './start-workplace.ts';

let workplace: Workplace;
beforeEach(async () => {
  workplace = await startWorkplace();
  Object.assign(workplace.environment, environment);
});
afterEach(() => workplace[Symbol.asyncDispose]());

const email = 'ada@example.com';

test('events are listed, and a kept one can be applied anew with the settings of now', async () => {
  const id = await workplace.output(['account', 'create', '--email', email]);
  const bought = checkout('sub_1', january, { client_reference_id: id });
  const paid = invoice('sub_1', january, { price: 'price_new' });
  const waiting = invoice('sub_2', january);
  await using server = await beside(workplace);
  await deliverAll(server, [bought, paid, waiting]);

  const all = await workplace.jsonLines(['billing', 'events', '--json']);
  const known = { subscriptionId: 'sub_1', accountId: Number(id), email };
  expect(all).toEqual([
    {
      id: bought.id,
      type: 'checkout.session.completed',
      createdAt: '2026-01-01T00:00:00.000Z',
      receivedAt: expect.stringMatching(/Z$/),
      ...known,
    },
    expect.objectContaining({ id: paid.id, type: 'invoice.payment_succeeded', ...known }),
    {
      id: waiting.id,
      type: 'invoice.payment_succeeded',
      createdAt: '2026-01-01T00:00:00.000Z',
      receivedAt: expect.any(String),
      subscriptionId: 'sub_2',
    },
  ]);

  // The price was unknown when it was paid.
  workplace.environment.HOOKWELL_PRICE_PLANS = 'price_new=enterprise,price_plus=plus';
  expect(await workplace.output(['billing', 'replay', paid.id])).toBe(
    `Account ${id}: enterprise, active`,
  );
  expect(await workplace.output(['billing', 'replay', waiting.id])).toBe(
    'Its account is not known yet',
  );
  await workplace.output(['account', 'set-plan', '--email', email, '--plan', 'plus']);

  const lines = (await workplace.output(['billing', 'events', '--email', 'ADA@example.com'])).split(
    '\n',
  );
  expect(lines[0]).toMatch(/^ID +TYPE +CREATED +RECEIVED +SUBSCRIPTION +ACCOUNT +EMAIL$/);
  expect(lines).toHaveLength(4);
  expect(lines[3]).toMatch(/^operator_\S+ +operator\.set_plan +.* - +\d+ +ada@example\.com$/);
  const [given = ''] = lines[3]?.split(' ') ?? [];
  expect(await workplace.output(['billing', 'replay', given])).toBe(`Account ${id}: plus, active`);
});

test('an event is not applied anew where the settings do not name the plan that is paid for', async () => {
  const id = await workplace.output(['account', 'create', '--email', email]);
  const paid = invoice('sub_1', january, { price: 'price_enterprise' });
  const bought = checkout('sub_1', january, {
    client_reference_id: id,
    metadata: { plan: 'plus' },
  });
  await using server = await beside(workplace);
  await deliverAll(server, [bought, paid]);
  await workplace.output(['account', 'set-plan', '--email', email, '--plan', 'enterprise']);
  const given = (await workplace.output(['billing', 'events'])).split('\n').at(-1) ?? '';

  const { HOOKWELL_PRICE_PLANS: _prices, ...withoutPrices } = workplace.environment;
  for (const event of [bought.id, paid.id, given.split(' ')[0] ?? '']) {
    expect(await outcomeInProcess(['billing', 'replay', event], withoutPrices, '')).toEqual({
      code: 1,
      out: '',
      error:
        'hookwell: HOOKWELL_PRICE_PLANS names no plan for price_enterprise, the price of sub_1: set it as the server has it\n',
    });
  }
  const [account] = await workplace.jsonLines(['account', 'list', '--json']);
  expect(account).toMatchObject({ plan: 'enterprise' });
});

test('a missing event or account is told in one line', async () => {
  expect(await workplace.run(['billing', 'replay', 'evt_nowhere'])).toEqual({
    code: 1,
    out: '',
    error: 'hookwell: No event evt_nowhere is kept\n',
  });
  expect(await workplace.run(['billing', 'events', '--email', 'nobody@example.com'])).toEqual({
    code: 1,
    out: '',
    error: 'hookwell: No account has the email nobody@example.com\n',
  });
});
