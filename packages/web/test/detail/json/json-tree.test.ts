import { describe, expect, test } from 'vitest';
import { afterKey, expandedTo, visibleRows } from '../../../src/detail/json/json-expansion.ts';
import {
  type JsonDifference,
  pathOf,
  placeDifferences,
} from '../../../src/detail/json/json-path.ts';
import { scanned } from '../bodies.ts';

const order = scanned(
  '{"customer":{"name":"Ada","emails":["a@example.org",{"c d":1}]},"total":12.50,"empty":{}}',
);

describe('paths', () => {
  test('are written for JavaScript and as JSONPath', () => {
    expect(pathOf(order, 6, 'javascript')).toBe('customer.emails[1]["c d"]');
    expect(pathOf(order, 6, 'jsonpath')).toBe("$.customer.emails[1]['c d']");
    expect(pathOf(order, 0, 'javascript')).toBe('');
    expect(pathOf(order, 0, 'jsonpath')).toBe('$');
    const names = scanned(
      `[{"it's \\"x\\"\\n":1,"\\u0061b":2,"größe":3,"$x":4,"1a":5,"__proto__":6,"":7}]`,
    );
    const all = (style: 'javascript' | 'jsonpath') =>
      Array.from({ length: 7 }, (_, index) => pathOf(names, index + 2, style));
    expect(all('javascript')).toEqual([
      '[0]["it\'s \\"x\\"\\n"]',
      '[0].ab',
      '[0].größe',
      '[0].$x',
      '[0]["1a"]',
      '[0].__proto__',
      '[0][""]',
    ]);
    expect(all('jsonpath')).toEqual([
      "$[0]['it\\'s \"x\"\\n']",
      '$[0].ab',
      '$[0].größe',
      "$[0]['$x']",
      "$[0]['1a']",
      '$[0].__proto__',
      "$[0]['']",
    ]);
  });
});

describe('keys in the tree', () => {
  function press(keys: string[], active = 0, expansion = expandedTo(order, 1)) {
    let state = { active, expansion };
    for (const key of keys) {
      state = afterKey(order, visibleRows(order, state.expansion), state, key) ?? state;
    }
    return [state.active, [...visibleRows(order, state.expansion)]];
  }
  const firstLevel = [0, 1, 7, 8];

  test('move between the rows', () => {
    expect(press(['ArrowDown', 'ArrowDown'])).toEqual([7, firstLevel]);
    expect(press(['ArrowUp'])).toEqual([0, firstLevel]);
    expect(press(['End', 'ArrowDown'])).toEqual([8, firstLevel]);
    expect(press(['End', 'Home'])).toEqual([0, firstLevel]);
    expect(press(['PageDown', 'PageUp'])).toEqual([0, firstLevel]);
  });

  test('open, enter, leave and close', () => {
    expect(press(['ArrowRight'], 1)).toEqual([1, [0, 1, 2, 3, 7, 8]]);
    expect(press(['ArrowRight', 'ArrowRight'], 1)).toEqual([2, [0, 1, 2, 3, 7, 8]]);
    expect(press(['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft'], 1)).toEqual([
      1,
      [0, 1, 2, 3, 7, 8],
    ]);
    expect(press(['ArrowLeft', 'ArrowLeft'], 1, expandedTo(order, 2))).toEqual([0, firstLevel]);
    expect(press(['Enter', ' '], 1)).toEqual([1, firstLevel]);
    expect(press(['ArrowRight', 'Enter'], 8)).toEqual([8, firstLevel]);
    expect(press(['*'], 7)).toEqual([7, [0, 1, 2, 3, 7, 8]]);
  });

  test('have no other meaning', () => {
    const expansion = expandedTo(order, 1);
    expect(
      afterKey(order, visibleRows(order, expansion), { expansion, active: 0 }, 'x'),
    ).toBeUndefined();
  });
});

const compared = scanned('{"a":{"b":1,"0":2},"lines":[{"x y":1},{}],"a.b":3,"\\u0061":{"b":4}}');
// 0 whole, 1 the first a, 2 its b, 3 its "0", 4 lines, 5 the first line, 6 "x y", 7 the second line, 8 "a.b", 9 the last a, 10 its b

function placed(...differences: JsonDifference[]) {
  const { problems, inside } = placeDifferences(compared, differences);
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
