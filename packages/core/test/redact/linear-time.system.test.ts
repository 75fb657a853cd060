import { expect, test } from 'vitest';
import { timeRatio } from '../time-ratio.ts';
import { shared, withBody } from './requests.ts';

/** The characters of the long text. */
const size = 2 ** 15;

function filled(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

function redact(text: string): void {
  for (const redact of ['secrets', 'values'] as const) {
    shared(withBody('application/json', JSON.stringify([text.slice(0, size / 2)])), { redact });
    shared(withBody('application/json', text), { redact });
    shared(withBody('application/x-www-form-urlencoded', text), { redact, hidden: ['a=a=b'] });
    shared({ query: text, headers: [['Cookie', text]] }, { redact });
  }
}

const pieces = [
  ...[
    '=',
    'a=',
    '&',
    'a=&',
    'token=',
    'token==',
    '":',
    '":\'',
    '\\":',
    ' "',
    'a b',
    ' :',
    '://',
    '://a@',
    'token =',
    '//a',
  ],
  ...[
    '%',
    '%25',
    '%41',
    '%3D',
    'a%3Db',
    '?',
    '/?',
    '#a=',
    ';',
    '[',
    '{',
    '"',
    'key=&b',
    '"token',
    'a[b].',
  ],
  ...[
    'ﷺ',
    '\t',
    '\\u0061',
    '\\',
    '{"token":"',
    '{"a":1},',
    '"a":"b",',
    '--b\r\n',
    '@',
    'a=a=',
    '0,',
  ],
];
const starts = ['', 'https://h?', 'see '];

/** The same length in one text may take 8 times as long as in sixteen; in the square it would take 16 times as long. */
test.each(pieces)('a long text of %j takes time by its length', async (piece) => {
  for (const start of starts) {
    const part = start + filled(piece, size / 16);
    const large = start + filled(piece, size);
    const inParts = () => {
      for (let count = 0; count < 16; count++) redact(part);
    };
    expect(await timeRatio(() => redact(large), inParts, 8), start).toBeLessThan(8);
  }
});
