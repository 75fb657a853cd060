import { textOfBytes } from '@hookwell/match';
import { describe, expect, test } from 'vitest';
import { droppedSentence, headersText, isKeptApart } from '../../src/detail/header-text.ts';
import { tabBeside } from '../../src/request/request-tab.ts';
import { queryIn, targetParts, tokenIn, urlOf } from '../../src/request/target.ts';

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

describe('headers', () => {
  test('are copied as lines', () => {
    expect(
      headersText([
        ['A', '1'],
        ['Empty', ''],
        ['a', '2'],
      ]),
    ).toBe('A: 1\nEmpty:\na: 2');
  });

  test('that were left out are counted, and stay so once they are kept', () => {
    expect(droppedSentence(1, false)).toBe('1 header whose name starts with X- was not stored.');
    expect(droppedSentence(3, false)).toBe('3 headers whose names start with X- were not stored.');
    expect(droppedSentence(3, true)).toMatch(/were not stored: .*not those of earlier requests/);
    expect(['x-trace', 'X-Trace', 'xtrace', 'a-x-'].map(isKeptApart)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('tabs', () => {
  test('follow each other in a ring', () => {
    expect([tabBeside('body', 1), tabBeside('query', 1), tabBeside('body', -1)]).toEqual([
      'headers',
      'body',
      'query',
    ]);
  });
});
