import { describe, expect, test } from 'vitest';
import {
  doubtAbout,
  isBodiless,
  methodRefusalOf,
  refusalOf,
} from '../../src/sending/browser-headers.ts';

describe('a page cannot send', () => {
  // https://fetch.spec.whatwg.org/#forbidden-request-header, in the words of the standard
  test.each([
    'Accept-Charset',
    'Accept-Encoding',
    'Access-Control-Request-Headers',
    'Access-Control-Request-Method',
    'Connection',
    'Content-Length',
    'Cookie',
    'Cookie2',
    'Date',
    'DNT',
    'Expect',
    'Host',
    'Keep-Alive',
    'Origin',
    'Referer',
    'Set-Cookie',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'Via',
    'Proxy-Authorization',
    'Sec-Fetch-Mode',
  ])('%s', (name) => {
    expect(refusalOf(name, 'x')).toMatch(/\.$/);
    expect(refusalOf(name.toUpperCase(), 'x')).toBe(refusalOf(name, 'x'));
  });

  test.each([
    'Accept',
    'Authorization',
    'Content-Type',
    'Content-Encoding',
    'Stripe-Signature',
    'User-Agent',
    'X-GitHub-Event',
    'Second',
    'Hostname',
  ])('but %s', (name) => expect(refusalOf(name, 'x')).toBeUndefined());

  test('a header that asks for a forbidden method', () => {
    expect(refusalOf('X-HTTP-Method-Override', 'PUT, trace')).toBeDefined();
    expect(refusalOf('X-HTTP-Method-Override', 'PUT')).toBeUndefined();
  });

  test('text that is not a name or a value of a header', () => {
    for (const name of ['', 'two words', 'colon:', 'ümlaut'])
      expect(refusalOf(name, '')).toBeDefined();
    for (const value of ['a\nb', 'a\0b', '€']) expect(refusalOf('X-Any', value)).toBeDefined();
    expect(refusalOf('X-Any', '\xe4\tb')).toBeUndefined();
  });
});

test('refuses exactly the headers that Headers of this platform cannot hold either', () => {
  for (const [name, value] of [
    ['X-Any', 'a\nb'],
    ['X-Any', '€'],
    ['two words', 'x'],
  ] as const) {
    expect(() => new Headers([[name, value]])).toThrow();
    expect(refusalOf(name, value)).toBeDefined();
  }
});

test('a User-Agent may be overruled', () => {
  expect(doubtAbout('user-agent')).toBeDefined();
  expect(doubtAbout('accept')).toBeUndefined();
});

test('methods', () => {
  for (const method of ['GET', 'patch', 'PURGE']) expect(methodRefusalOf(method)).toBeUndefined();
  for (const method of ['', 'two words', 'TRACE', 'connect', 'Track']) {
    expect(methodRefusalOf(method)).toBeDefined();
  }
  expect(['GET', 'head', 'POST'].map(isBodiless)).toEqual([true, true, false]);
});
