import { expect, it } from 'vitest';
import { Random } from '../../../server/test/random.ts';
import { Earliest } from '../../src/judgement/earliest.ts';
import { RangeMaximum } from '../../src/judgement/range-maximum.ts';

const random = new Random(1);
const few = () => random.below(6);

it('finds the first number of a range that is above a bound', () => {
  for (let count = 0; count < 40; count += 1) {
    const numbers = random.list(count, few);
    const searched = new RangeMaximum(numbers);
    for (let from = 0; from <= count; from += 1) {
      for (let until = from; until <= count; until += 1) {
        const bound = few();
        const first = numbers.findIndex((number, at) => at >= from && at < until && number > bound);
        expect(searched.firstAbove(from, until, bound)).toBe(first);
      }
    }
  }
});

it('finds what is never exceeded nowhere, and infinity above everything', () => {
  const searched = new RangeMaximum([1, Number.POSITIVE_INFINITY, 2]);
  expect(searched.firstAbove(0, 3, 1e300)).toBe(1);
  expect(searched.firstAbove(2, 3, 1e300)).toBe(-1);
});

it('gives the least value of all keys from a bound on', () => {
  for (let count = 0; count < 30; count += 1) {
    const pairs = random.list(count, () => ({ key: few(), value: few() }));
    const earliest = new Earliest(pairs);
    for (let bound = -1; bound < 8; bound += 1) {
      const least = (keys: (key: number) => boolean) =>
        Math.min(...pairs.filter(({ key }) => keys(key)).map(({ value }) => value));
      expect(earliest.from(bound)).toBe(least((key) => key >= bound));
      expect(earliest.above(bound)).toBe(least((key) => key > bound));
    }
  }
});
