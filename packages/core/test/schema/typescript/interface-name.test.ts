import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { interfaceNameOf } from '../../../src/schema/index.ts';

test.each([
  ['invoice.paid', 'InvoicePaid'],
  ['order/created', 'OrderCreated'],
  ['customer_subscription.trial_will_end', 'CustomerSubscriptionTrialWillEnd'],
  ['PING', 'Ping'],
  ['PAYMENT.CAPTURE.COMPLETED', 'PaymentCaptureCompleted'],
  ['orderUpdated', 'OrderUpdated'],
  ['SMS sent (API v2)', 'SmsSentApiV2'],
  ['delete', 'Delete'],
  ['__proto__', 'Proto'],
  ['a*/b\u2028c\0d\u200be', 'ABCDE'],
  ['2fa.enabled', 'Event_2faEnabled'],
  ['🙂 paid', 'Paid'],
  ['支付.成功', '支付成功'],
  ['e\u0301te\u0301', 'Été'],
  ['заказ-создан', 'ЗаказСоздан'],
])('the interface of `%s` is %s', (event, name) => {
  expect(interfaceNameOf(event)).toBe(name);
});

test('without an event, or where nothing of it can be in a name, it is Body', () => {
  const events = [undefined, '', '🙂', '...', '\ud800', '\u3164', '𝒳'];
  expect(events.map(interfaceNameOf)).toEqual(events.map(() => 'Body'));
});

test('a long name ends after 80 characters', () => {
  expect(interfaceNameOf('a'.repeat(300))).toBe(`A${'a'.repeat(79)}`);
});

test('a name that is a global one has `Event_` before it', () => {
  const declared = /^(?:declare )?(?:interface|type|var|class|function|namespace) ([A-Z]\w*)/gm;
  const require = createRequire(createRequire(import.meta.url).resolve('typescript/package.json'));
  const platform = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
  const folder = join(dirname(require.resolve(platform)), 'lib');
  const namesOf = (pattern: string) =>
    globSync(pattern, { cwd: folder }).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(declared)].map(([, name = '']) => name),
    );
  const ofLanguage = namesOf('lib.{es*,decorators}.d.ts').filter(
    (name) => !name.endsWith('Constructor'),
  );
  const ofBrowsers = namesOf('lib.dom.d.ts').filter((name) => /^[A-Z][a-z\d]+$/.test(name));
  const ofNode = Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z]/.test(name));
  const globals = new Set([...ofLanguage, ...ofBrowsers, ...ofNode]);
  // As one word they would be changed: `JSON` to `Json`, which is no global.
  const reached = [...globals].filter((name) => /[a-z]/.test(name));
  expect(reached.length).toBeGreaterThan(200);
  expect(reached.filter((name) => interfaceNameOf(name) !== `Event_${name}`)).toEqual([]);
  expect(interfaceNameOf('notification')).toBe('Event_Notification');
});
