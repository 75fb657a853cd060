import { expect, test } from 'vitest';
import { withEvent } from '../../src/search/event-filter.ts';

test.each([
  ['', 'invoice.paid', 'event=invoice.paid'],
  ['method:POST', 'invoice.paid', 'method:POST event=invoice.paid'],
  ['event=push path:/hooks -event:ping', 'issues.opened', 'path:/hooks event=issues.opened'],
  ['', 'two words', 'event="two words"'],
  ['', `it's "so"\\`, 'event="it\'s \\"so\\"\\\\"'],
  ['', '/order', 'event=/order'],
  ['nonsense:x method:GET', 'e', 'method:GET event=e'],
])('%j, narrowed to the event %j, is %j', (filter, event, narrowed) => {
  expect(withEvent(filter, event)).toBe(narrowed);
  expect(withEvent(narrowed, event)).toBe(narrowed);
});
