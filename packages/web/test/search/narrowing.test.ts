import { expect, test } from 'vitest';
import { withTerm } from '../../src/search/narrowing.ts';

test.each([
  ['', 'invoice.paid', 'event=invoice.paid'],
  ['method:POST', 'invoice.paid', 'method:POST event=invoice.paid'],
  ['event=push path:/hooks -event:ping', 'issues.opened', 'path:/hooks event=issues.opened'],
  ['', 'two words', 'event="two words"'],
  ['', `it's "so"\\`, 'event="it\'s \\"so\\"\\\\"'],
  ['', '/order', 'event=/order'],
  ['nonsense:x method:GET', 'e', 'method:GET event=e'],
])('%j, narrowed to the event %j, is %j', (filter, event, narrowed) => {
  expect(withTerm(filter, 'event', event)).toBe(narrowed);
  expect(withTerm(narrowed, 'event', event)).toBe(narrowed);
});

test('a verdict takes the place of another one, and leaves the event', () => {
  const filter = 'event=push signature=valid -signature=stale';
  expect(withTerm(filter, 'signature', 'invalid')).toBe('event=push signature=invalid');
});

test('a value at a path takes the place of what was asked for there, and nowhere else', () => {
  const path = ['data', 'items', '0', 'a.b'];
  const filter = 'json.data.items[0]["a.b"]:old has:json.data json.data.items[1]=x';
  const narrowed = 'has:json.data json.data.items[1]=x json.data.items[0]["a.b"]="5 €"';
  expect(withTerm(filter, path, '5 €')).toBe(narrowed);
  expect(withTerm(narrowed, path, '5 €')).toBe(narrowed);
  expect(withTerm('', ['n'], '12.50')).toBe('json.n=12.50');
  expect(withTerm('', ['n'], '')).toBe('json.n=""');
  expect(withTerm('', ['n'], '"'.repeat(2100))).toBeUndefined();
});
