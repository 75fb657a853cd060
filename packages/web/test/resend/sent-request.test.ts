import { describe, expect, test } from 'vitest';
import type { Captured } from '../../src/resend/captured.ts';
import { failureOf } from '../../src/resend/resend.ts';
import { isSafelisted, resentHeaders } from '../../src/resend/sent-request.ts';

const captured: Captured = {
  id: 7,
  token: 'k3v9x0q2m7c5t1b8z4w6n0d2fa',
  method: 'POST',
  suffix: '',
  headers: [],
  droppedHeaders: 0,
  body: new TextEncoder().encode('a=1'),
  receivedAt: '2026-03-01T12:00:00.000Z',
};

function withHeaders(...headers: [string, string][]): Captured {
  return { ...captured, headers };
}

test('headers that a browser cannot send are marked with the reason', () => {
  const headers = resentHeaders(withHeaders(['Host', 'shop'], ['Content-Type', 'text/plain']));
  expect(headers).toEqual([
    { name: 'Host', value: 'shop', refusal: expect.stringMatching(/URL/) },
    { name: 'Content-Type', value: 'text/plain' },
  ]);
});

describe('headers that need no permission', () => {
  test.each([
    ['Accept', '*/*'],
    ['Accept-Language', 'de-DE, de;q=0.5'],
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['content-type', 'multipart/form-data; boundary=x'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ])('%s: %s', (name, value) => expect(isSafelisted(name, value)).toBe(true));

  test.each([
    ['Content-Type', 'application/json'],
    ['Content-Type', 'text/plainer'],
    ['Content-Type', 'multipart/form-data; boundary="x"'],
    ['Accept', 'x'.repeat(129)],
    ['Accept', '{}'],
    ['Stripe-Signature', 't=1'],
  ])('but not %s: %s', (name, value) => expect(isSafelisted(name, value)).toBe(false));
});

test('a failure is explained by what is known', () => {
  const target = 'http://192.168.0.10:3000/';
  const json = withHeaders(['Content-Type', 'application/json']);
  const words = (of: typeof json, page: string, isThere: boolean) =>
    failureOf(of, target, page, isThere).sentences.join(' ');
  expect(words(json, 'http:', true)).toMatch(
    /does not allow pages.*the request itself was not sent/,
  );
  expect(words(captured, 'http:', true)).toMatch(/has most likely arrived/);
  expect(words(json, 'http:', false)).toMatch(/^Nothing answers at this URL/);
  expect(words(captured, 'https:', true)).toMatch(/page on https/);
});
