import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../core/test/any-character.ts';
import { headerPairs, headersText, parseHeaders } from '../../src/sent-request/head.ts';

function shown(...headers: string[]): Record<string, string> {
  return JSON.parse(headersText(headers));
}

describe('headers of a captured request', () => {
  it('have names in lower case and values as sent', () => {
    expect(shown('Content-Type', 'Text/PLAIN', 'HOST', 'a')).toEqual({
      'content-type': 'Text/PLAIN',
      host: 'a',
    });
  });

  it('may be called like parts of JavaScript or like numbers, and keep their order', () => {
    const text = headersText(['__proto__', 'p', 'constructor', 'c', '10', 'a', '9', 'b']);
    expect(text).toBe('{"__proto__":"p","constructor":"c","10":"a","9":"b"}');
  });

  it('equal what the Headers class of the platform makes of them', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,12}$/);
    const value = fc.stringMatching(/^[!-~]([ -~]{0,12}[!-~])?$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const platform = new Headers();
        for (const pair of pairs) {
          // The platform gives these two one by one.
          if (/^set-cookie2?$/i.test(pair[0])) return;
          platform.append(...pair);
        }
        const entries = Object.entries(shown(...pairs.flat()));
        expect(entries.sort()).toEqual([...platform].sort());
      }),
    );
  });

  it('are valid JSON for any text, and come back from storage as they were', () => {
    const text = fc.string({ unit: anyCharacter });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
        const stored = JSON.stringify(pairs.flat());
        const headers = parseHeaders(stored);
        expect(headerPairs(headers)).toEqual(pairs);
        const names = new Set(pairs.map(([name]) => name.toLowerCase()));
        expect(Object.keys(JSON.parse(headersText(headers))).sort()).toEqual([...names].sort());
      }),
    );
  });
});
