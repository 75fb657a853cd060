import { describe, expect, test } from 'vitest';
import { keyText, valueText } from '../../../src/detail/json/json-document.ts';
import {
  expandedTo,
  firstExpansion,
  revealed,
  rowOf,
  visibleRows,
} from '../../../src/detail/json/json-expansion.ts';
import { pathOf, searchFor } from '../../../src/detail/json/json-path.ts';
import { treeHits } from '../../../src/detail/json/json-search.ts';
import { afterKey } from '../../../src/detail/json/json-tree-keys.ts';
import { withTextsOpened } from '../../../src/detail/json/texts-opened.ts';
import { scanned } from './scanned.ts';

const order = scanned(
  '{"customer":{"name":"Ada","emails":["a@example.org",{"c d":1}]},"total":12.50,"empty":{}}',
);
// 0 whole, 1 customer, 2 name, 3 emails, 4 first, 5 object, 6 "c d", 7 total, 8 empty

describe('the rows of a JSON tree', () => {
  test('leave out the nodes inside closed ones', () => {
    expect([...visibleRows(order, expandedTo(order, 0))]).toEqual([0]);
    expect([...visibleRows(order, expandedTo(order, 1))]).toEqual([0, 1, 7, 8]);
    expect([...visibleRows(order, expandedTo(order, 2))]).toEqual([0, 1, 2, 3, 7, 8]);
    expect([...visibleRows(order, expandedTo(order, Infinity))]).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8,
    ]);
  });

  test('are few at first, but the first level is there', () => {
    expect(visibleRows(order, firstExpansion(order))).toHaveLength(9);
    expect([...visibleRows(order, firstExpansion(order, 7))]).toEqual([0, 1, 2, 3, 7, 8]);
    expect([...visibleRows(order, firstExpansion(order, 1))]).toEqual([0, 1, 7, 8]);
    const wide = scanned(`[${'[1],'.repeat(1000)}1]`);
    expect(visibleRows(wide, firstExpansion(wide))).toHaveLength(1002);
    expect(visibleRows(scanned('1'), firstExpansion(scanned('1')))).toHaveLength(1);
    const deep = scanned('['.repeat(1000) + ']'.repeat(1000));
    expect(visibleRows(deep, firstExpansion(deep)).length).toBeLessThanOrEqual(401);
  });

  test('show a node once everything around it is open', () => {
    const closed = expandedTo(order, 0);
    const rows = visibleRows(order, revealed(order, closed, 6));
    expect([...rows]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(rowOf(visibleRows(order, expandedTo(order, 1)), 6)).toBe(1);
  });
});

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

describe('the search for a value', () => {
  test('asks for its path and its text', () => {
    expect(searchFor(order, 6)).toEqual({ path: ['customer', 'emails', '1', 'c d'], value: '1' });
    expect(searchFor(order, 4)?.value).toBe('a@example.org');
    expect(searchFor(order, 7)).toEqual({ path: ['total'], value: '12.50' });
    const escaped = scanned(
      `{"\\u0061":"\\u00fc\\"","line":"a\\nb","long":"${'x'.repeat(600)}","no":null}`,
    );
    expect(searchFor(escaped, 1)).toEqual({ path: ['a'], value: 'ü"' });
    expect([2, 3].map((node) => searchFor(escaped, node))).toEqual([undefined, undefined]);
    expect(searchFor(escaped, 4)?.value).toBe('null');
  });

  test('is none for the whole, for containers, and inside of texts', () => {
    expect([0, 1, 3, 8].map((node) => searchFor(order, node))).toEqual(Array(4).fill(undefined));
    const text = withTextsOpened(scanned(JSON.stringify({ text: '{"a":1}' })));
    expect(searchFor(text, 1)?.value).toBe('{"a":1}');
    expect(searchFor(text, 2)).toBeUndefined();
  });
});

describe('searching', () => {
  test('finds names and values, as written and as meant', () => {
    const document = scanned(
      '{"Name":"gr\\u00fc\\u00dfe","x":["NAME",12345678901234567890,{"y":"unnamed"}]}',
    );
    const found = (query: string) =>
      [...treeHits(document, query)].flatMap((node) =>
        node === undefined ? [] : (keyText(document, node) ?? valueText(document, node)),
      );
    expect(found('name')).toEqual(['"Name"', '"NAME"', '"y"']);
    expect(found('GRÜß')).toEqual(['"Name"']);
    expect(found('u00fc')).toEqual(['"Name"']);
    expect(found('901234')).toEqual(['12345678901234567890']);
    expect(found('nothing')).toEqual([]);
    expect(found('')).toEqual([]);
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
