import { expect, test } from 'vitest';
import { planLimits } from '../../src/output/amounts.ts';

const plans = [
  { plan: 'free', endpoints: 3, requestsPerEndpoint: 500, bytes: 1024 ** 2, days: 7 },
  { plan: 'plus', endpoints: 1, requestsPerEndpoint: 1, bytes: 1024 ** 3, days: 1 },
] as const;

test.each([
  [
    'free',
    1,
    '1 of 3 endpoints. The newest 500 requests of each are kept for 7 days, 1.0 MiB in all.',
  ],
  ['plus', 0, '0 of 1 endpoint. The newest request of each is kept for 1 day, 1.0 GiB in all.'],
  ['enterprise', 1, '1 endpoint.'],
  ['enterprise', 2, '2 endpoints.'],
] as const)(
  'what the plan %s allows with %i endpoints is told in right words',
  (plan, count, words) => {
    expect(planLimits({ plan }, { plans: [...plans] }, count)).toBe(words);
  },
);
