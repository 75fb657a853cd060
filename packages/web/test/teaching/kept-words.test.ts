import { expect, test } from 'vitest';
import { keptSentence } from '../../src/teaching/kept-words.ts';

test('how long a request is kept comes from the plan', () => {
  const plans = [
    { plan: 'free' as const, endpoints: 3, requestsPerEndpoint: 500, bytes: 1, days: 1 },
    { plan: 'plus' as const, endpoints: 25, requestsPerEndpoint: 10_000, bytes: 1, days: 30 },
  ];
  expect(keptSentence({ plans }, 'free')).toBe(
    'Requests are kept for 1 day, the newest 500 of them.',
  );
  expect(keptSentence({ plans }, 'plus')).toBe(
    'Requests are kept for 30 days, the newest 10,000 of them.',
  );
  expect(keptSentence({ plans }, 'enterprise')).toBe('');
});
