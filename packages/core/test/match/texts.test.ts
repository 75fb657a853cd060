import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseMatch, printMatch, withLocalTimes } from '../../src/match/index.ts';
import {
  compareDecimals,
  type Decimal,
  fold,
  Needle,
  parseDecimal,
} from '../../src/match/text/compared-text.ts';
import { localZone, parseInstant, parseTimeBound } from '../../src/match/text/times.ts';

function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === undefined) throw new Error(`${text} is no number`);
  return parsed;
}

function compared(left: string, right: string): number {
  return Math.sign(compareDecimals(decimal(left), decimal(right)));
}

describe('decimal numbers', () => {
  test('compare as whole numbers do once their points are moved', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0019'), maxLength: 6 });
    const number = fc
      .tuple(fc.boolean(), fc.nat(2000), digits, fc.integer({ min: -12, max: 12 }))
      .map(([isMinus, integer, fraction, power]) => ({
        text: `${isMinus ? '-' : ''}${integer}${fraction === '' ? '' : `.${fraction}`}e${power}`,
        // Times 10 to the 20th.
        scaled:
          BigInt(`${isMinus ? '-' : ''}${integer}${fraction}`) *
          10n ** BigInt(20 + power - fraction.length),
      }));
    fc.assert(
      fc.property(number, number, (left, right) => {
        const expected = left.scaled < right.scaled ? -1 : left.scaled > right.scaled ? 1 : 0;
        expect(compared(left.text, right.text)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['1', '1.0', 0],
    ['1', '1e0', 0],
    ['100', '1E+2', 0],
    ['-0', '0.00e5', 0],
    ['820982911946154508', '820982911946154509', -1],
    ['1e999999999', '1e1000000000', -1],
    ['-1e999999999', '1e-999999999', -1],
    ['1e-999999999', '0', 1],
    ['10e99999999999999999998', '1e99999999999999999999', 0],
  ])('%s and %s', (left, right, expected) => {
    expect(compared(left, right)).toBe(expected);
  });

  test.each(['', '+1', '01', '.5', '1.', '0x10', 'NaN', ' 1', '1_000', '١'])(
    '%j is none',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );
});

describe('folding', () => {
  test('keeps the length, folds each character for itself, and only A to Z to letters of ASCII', () => {
    for (let code = 0; code <= 0x10_ffff; code++) {
      const character = String.fromCodePoint(code);
      const folded = fold(character);
      if (folded.length !== character.length) expect.fail(`length of U+${code.toString(16)}`);
      if (code > 0x7f && /[\0-\x7f]/.test(folded)) expect.fail(`ASCII of U+${code.toString(16)}`);
    }
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'aΣσςİKÀ ’Ⅷ𐐀') }),
        fc.string({ unit: fc.constantFrom(...'bΣσςİK.') }),
        (left, right) => {
          expect(fold(left + right)).toBe(fold(left) + fold(right));
        },
      ),
    );
  });

  test('is the same for all forms of a sigma', () => {
    expect(fold('ΟΔΟΣ')).toBe(fold('οδος'));
    expect(fold('ΟΔΟΣ Σ')).toBe('οδοσ σ');
  });
});

test('a long text is found where a short one would be', () => {
  const unit = fc.constantFrom('a', 'B');
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 6 }),
      fc.string({ unit, maxLength: 9 }),
      (part, end) => {
        const needle = part.repeat(100) + end + 'ab'.repeat(130);
        const haystack = `${part.repeat(130)}${end}${needle.toUpperCase()}a`;
        expect(new Needle(needle).isInFolded(fold(haystack))).toBe(true);
        expect(new Needle(`${needle}c`).isInFolded(fold(haystack))).toBe(false);
        expect(new Needle(`x${needle}`).isInFolded(fold(haystack))).toBe(false);
      },
    ),
  );
});

describe('times', () => {
  test.each([
    ['2026-11-22', '2026-11-22T00:00:00.000Z'],
    ['2026-11-22T12:30', '2026-11-22T12:30:00.000Z'],
    ['2026-11-22T12:30:05.1239Z', '2026-11-22T12:30:05.123Z'],
    ['2026-11-22t12:30:05z', '2026-11-22T12:30:05.000Z'],
    ['2026-11-22T00:30+01:00', '2026-11-21T23:30:00.000Z'],
    ['2026-11-22 12:30:00-0330', '2026-11-22T16:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(expected);
  });

  test.each([
    '2026',
    '2026-13-01',
    '2025-02-29',
    '2026-11-22T24:00',
    '2026-11-22T12:60',
    '2026-11-22T12',
    '15',
    '15y',
    '-1m',
    'now',
  ])('%s is none', (text) => {
    expect(parseTimeBound(text)).toBeUndefined();
  });

  test('of whoever sits at this machine have its zone, unless they name one', () => {
    vi.stubEnv('TZ', 'America/New_York');
    const local = (text: string) => printMatch(withLocalTimes(parseMatch(text)));
    const before = '-"received>2026-11-22" received:2026-11-22 path=2026-11-22 received>15m';
    expect(local(`${before} received>=2026-11-22`)).toBe(
      `${printMatch(parseMatch(before))} received>=2026-11-22T05:00:00.000Z`,
    );
    expect(local('-received<2026-07-01T12:30')).toBe('-received<2026-07-01T16:30:00.000Z');
    expect(local('received="2026-11-22 12:30:00-0330"')).toBe('received=2026-11-22T16:00:00.000Z');
    // The clocks skip this hour, and show that one twice.
    expect(local('received>2026-03-08T02:30')).toBe('received>2026-03-08T07:30:00.000Z');
    expect(local('received>2026-11-01T01:30')).toBe('received>2026-11-01T05:30:00.000Z');
    expect(local('received<9999-12-31T23:00')).toBe('received<9999-12-31T23:00');
    const nothing = parseMatch('a received>15m');
    expect(withLocalTimes(nothing)).toBe(nothing);
    // The API is nowhere.
    expect(parseInstant('2026-11-22')).toBe(Date.UTC(2026, 10, 22));
    const winter = new Date('2026-11-22T12:00Z');
    expect(localZone(winter)).toBe('-05:00');
    vi.stubEnv('TZ', 'Asia/Kolkata');
    expect(localZone(winter)).toBe('+05:30');
    vi.unstubAllEnvs();
  });

  test('ages', () => {
    expect(['90s', '15m', '2h', '1D', '3w'].map(parseTimeBound)).toEqual(
      [90_000, 900_000, 7_200_000, 86_400_000, 1_814_400_000].map((ageMs) => ({ ageMs })),
    );
  });
});
