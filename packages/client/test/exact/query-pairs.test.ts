import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryParamsText } from '../../../server/src/sent-request/head.ts';
import { queryPairs } from '../../src/index.ts';

test('are in their order, every repeat, decoded', () => {
  expect(queryPairs('/wh/t/p?b=%C3%A9+1&a=2&b=&b&&=x&a=1=2?&%ff=%E9')).toEqual([
    ['b', 'é 1'],
    ['a', '2'],
    ['b', ''],
    ['b', ''],
    ['', 'x'],
    ['a', '1=2?'],
    ['%ff', '%E9'],
  ]);
  expect(queryPairs('/wh/t')).toEqual([]);
  expect(queryPairs('/wh/t?')).toEqual([]);
});

test('are decoded as the service decodes them, with any bytes', () => {
  const hex = fc.constantFrom('80', '8f', '90', '9f', 'a0', 'bf', 'c0', 'c2', 'df', 'e0', 'e1');
  const more = fc.constantFrom(
    'ed',
    'ef',
    'f0',
    'f1',
    'f4',
    'f5',
    'ff',
    '41',
    '00',
    '25',
    'C3',
    'A9',
  );
  const piece = fc.oneof(
    fc.oneof(hex, more).map((byte) => `%${byte}`),
    fc.constantFrom('a', '+', '%', '%4', '=', '&', 'é'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const target = `/wh/t?${pieces.join('')}`;
      const last = Object.fromEntries(queryPairs(target));
      expect(last).toEqual(JSON.parse(queryParamsText(target)));
    }),
    { numRuns: 2000 },
  );
});
