import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Answer, documentOf } from '../../src/upgrade/answer.ts';
import { differences } from '../../src/upgrade/differences.ts';

function answered(text: string, more: Partial<Answer> = {}): Answer {
  const type = 'application/json';
  const answer = { visitor: 'guest', path: '/', status: 200, type, hash: hash('sha256', text) };
  return { ...answer, document: documentOf(text), ...more };
}

const mayDiffer = { gained: new Set(['[].new']), moving: new Set(['[].used']) };

test.each<[what: string, before: string, now: string, more: Partial<Answer>, found: string[]]>([
  ['the same bytes', '[{"a":1}]', '[{"a":1}]', {}, []],
  ['a gained member', '[{"a":1}]', '[{"new":2,"a":1}]', {}, []],
  ['a moving member', '[{"used":1}]', '[{"used":2}]', {}, []],
  ['another status', '[]', '[]', { status: 404 }, ['answered 200, and answers 404']],
  ['another type', '[]', '[]', { type: 'text/html' }, ['was application/json, and is text/html']],
  ['an unknown member', '{"a":1}', '{"a":1,"new":2}', {}, ['has gained new']],
  ['a lost member', '[{"a":1,"b":1}]', '[{"a":1}]', {}, ['had the members a, b at [], and has a']],
  [
    'another order',
    '{"a":1,"b":1}',
    '{"b":1,"a":1}',
    {},
    ['had the members a, b at the top, and has b, a'],
  ],
  ['a lost element', '[1,2]', '[1]', {}, ['had 2 elements at the top, and has 1']],
  ['another value', '{"a":[1]}', '{"a":["1"]}', {}, ['had 1 at a[], and has "1"']],
  [
    'other digits',
    '[9.00]',
    '[9.0]',
    {},
    ['had "the number 9.00" at [], and has "the number 9.0"'],
  ],
  ['white space', '[1]', '[ 1 ]', {}, ['has other bytes for the same values']],
  [
    'bytes that are no document',
    '1',
    '2',
    { document: undefined },
    ['had 1 at the top, and has undefined'],
  ],
])('%s', (_what, before, now, more, found) => {
  const told = found.map((change) => `guest: / ${change}`);
  expect(differences(answered(before), answered(now, more), mayDiffer)).toEqual(told);
});

test('bytes without a document are compared by their hashes', () => {
  const { document: _, ...before } = answered('1');
  const { document: __, ...now } = answered('2');
  expect(differences(before, now, mayDiffer)).toEqual(['guest: / has other bytes']);
});
