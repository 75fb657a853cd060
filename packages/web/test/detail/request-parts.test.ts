import { textOfBytes } from '@hookwell/core/match';
import { describe, expect, test } from 'vitest';
import { queryIn, targetParts, tokenIn, urlOf } from '../../src/request/request-parts.ts';

describe('the target of a request', () => {
  test('is shown in its parts, as sent', () => {
    expect(targetParts('/wh/abc/any/sub%20path?a=1?b#c')).toEqual({
      receiver: '/wh/abc',
      path: '/any/sub%20path',
      query: '?a=1?b#c',
    });
    expect(targetParts('/wh/abc?')).toEqual({ receiver: '/wh/abc', path: '', query: '?' });
    expect(targetParts('*')).toEqual({ receiver: '', path: '*', query: '' });
    expect(tokenIn('/wh/abc/x')).toBe('abc');
    expect(tokenIn('/elsewhere')).toBeUndefined();
    expect(queryIn('/wh/abc?a=1?b')).toBe('a=1?b');
    expect(queryIn('/wh/abc')).toBeUndefined();
    expect(urlOf('https://hooks.example.org/in/', '/wh/abc?a')).toBe(
      'https://hooks.example.org/in/wh/abc?a',
    );
  });
});

describe('bytes beyond ASCII', () => {
  test('are read as UTF-8 if they are UTF-8', () => {
    expect(textOfBytes(Buffer.from('grüße 👩').toString('latin1'))).toBe('grüße 👩');
    expect(textOfBytes('gr\xfcn')).toBe('grün');
    expect(textOfBytes('plain')).toBe('plain');
    expect(textOfBytes('…')).toBe('…');
  });
});
