import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Expectation, judge } from '../../src/grade/index.ts';
import { attemptsOf, began, signed, type Written } from './history.ts';

const ms = fc.integer({ min: 1, max: 400_000_000 });
const bounds = ['>=', '>', '<=', '<'] as const;
const expectations: fc.Arbitrary<Expectation[]> = fc.uniqueArray(
  fc.oneof(
    fc.record({
      kind: fc.constant('attempts' as const),
      comparison: fc.constantFrom(...bounds, '=' as const),
      count: fc.oneof(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 2, max: 999 })),
    }),
    fc.record({
      kind: fc.constant('within' as const),
      ms: fc.oneof(ms, fc.integer({ min: 1, max: 99_000 })),
    }),
    fc.record({
      kind: fc.constant('timeout' as const),
      comparison: fc.constantFrom(...bounds),
      ms,
    }),
    fc.record({
      kind: fc.constantFrom(
        'backoff' as const,
        'same-id',
        'same-body',
        'fresh-signature',
        'stops-after-2xx',
        'honours-retry-after',
      ),
    }),
  ),
  { minLength: 1, selector: ({ kind }) => kind },
);

/** A step of a sender: what it does after a pause, and what it then gets. */
const step = fc.record({
  pause: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 30_000 })),
  answer: fc.constantFrom(
    '200',
    '299',
    '500',
    '429',
    'reset',
    'truncate 9',
    'timeout 10s',
    'timeout 300ms',
  ),
  retryAfter: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
  idHash: fc.option(fc.constantFrom('i', 'i', 'i', 'j'), { nil: undefined, freq: 9 }),
  bodyHash: fc.constantFrom('b', 'b', 'b', 'c'),
  age: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined, freq: 9 }),
  /** Whether it hangs up before the next attempt. */
  hangsUp: fc.boolean(),
});

const history = fc.array(step, { minLength: 1, maxLength: 8 }).map((steps) => {
  let at = 0;
  return steps.map(
    ({ pause, answer, retryAfter, idHash, bodyHash, age, hangsUp }, index): Written => {
      const arrived = at;
      at += pause + (steps[index + 1]?.pause ?? 0);
      return [
        arrived,
        answer,
        {
          bodyHash,
          retryAfter,
          idHash,
          gaveUpAfter: hangsUp ? Math.min(at - arrived, 9000) : undefined,
          signature: age === undefined ? undefined : signed(arrived - age).signature,
        },
      ];
    },
  );
});

test('what is final never changes, whatever comes later', () => {
  fc.assert(
    fc.property(
      history,
      expectations,
      fc.nat(20_000),
      fc.nat(8),
      (written, expected, waited, cut) => {
        const whole = attemptsOf(written);
        const seen = whole.slice(0, Math.max(1, cut));
        const next = whole[seen.length];
        const last = Date.parse(seen.at(-1)?.receivedAt ?? '');
        const now = Math.min(
          last + waited,
          next === undefined ? last + waited : Date.parse(next.receivedAt),
        );
        // A hang-up is known once it has happened.
        const known = seen.map((attempt) => {
          const { gaveUpAfter, ...others } = attempt;
          const isPast =
            gaveUpAfter !== undefined && Date.parse(attempt.receivedAt) + gaveUpAfter <= now;
          return isPast ? attempt : others;
        });
        const early = judge([{ attempts: known }], expected, { now, isOver: false });
        const late = judge([{ attempts: whole }], expected, {
          now: began + 900_000_000,
          isOver: true,
        });
        for (const [index, { isFinal, holds, expectation }] of early.findings.entries()) {
          if (isFinal)
            expect({ expectation, holds: late.findings[index]?.holds }).toEqual({
              expectation,
              holds,
            });
        }
      },
    ),
    { numRuns: 500 },
  );
});
