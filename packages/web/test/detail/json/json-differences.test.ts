import { describe, expect, test } from 'vitest';
import { type Difference, placeDifferences } from '../../../src/detail/json/json-path.ts';
import { scanned } from './scanned.ts';

const order = scanned('{"a":{"b":1,"0":2},"lines":[{"x y":1},{}],"a.b":3,"\\u0061":{"b":4}}');
// 0 whole, 1 the first a, 2 its b, 3 its "0", 4 lines, 5 the first line, 6 "x y", 7 the second line, 8 "a.b", 9 the last a, 10 its b

function placed(...differences: Difference[]) {
  const { problems, inside } = placeDifferences(order, differences);
  return { problems: Object.fromEntries(problems), inside: Object.fromEntries(inside) };
}

describe('differences from a contract', () => {
  test('stand at their values, without the path, and count for what is around them', () => {
    expect(
      placed(
        { path: 'lines[0]["x y"]', problem: '`lines[0]["x y"]` is a string, was an integer' },
        { path: '["a.b"]', problem: '`["a.b"]` is new' },
      ),
    ).toEqual({
      problems: { 6: ['is a string, was an integer'], 8: ['is new'] },
      inside: { 0: 2, 4: 1, 5: 1 },
    });
  });

  test('stand at what is nearest if the value is missing, with the path', () => {
    const missing = '`lines[1].price` is missing';
    expect(
      placed(
        { path: 'lines[1].price', problem: missing },
        { path: 'gone.deeper', problem: '`gone.deeper` is missing' },
        { path: 'lines[0]["x y"].z', problem: '`z` is missing' },
      ).problems,
    ).toEqual({ 7: [missing], 0: ['`gone.deeper` is missing'], 6: ['`z` is missing'] });
  });

  test('stand at the whole if the path is empty, or cannot be read', () => {
    expect(
      placed({ path: '', problem: 'It is an array' }, { path: 'a[', problem: 'It is odd' }),
    ).toEqual({ problems: { 0: ['It is an array', 'It is odd'] }, inside: {} });
  });
});
