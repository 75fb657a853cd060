import { expect, test } from 'vitest';
import {
  longestNeedleCharacters,
  mayHaveNeedles,
  shortBodyBytes,
  storedNeedle,
} from '../../src/sent-request/needle-test.ts';

function mayHave(folded: string, body: Buffer, headers = '[]'): boolean {
  const parts = { method: 'POST', target: '/wh/token', headers, ipAddress: '::1' };
  return mayHaveNeedles(
    [storedNeedle({ folded, place: 'anywhere', mayBeEscaped: false })],
    { ...parts, bodySize: body.length },
    { utf8Text: () => body.toString(), bytes: () => body },
  );
}

const long = shortBodyBytes + 1;

test('a long needle is cut, since it takes long to be looked for', () => {
  const folded = `${'a'.repeat(3000)}"${'b'.repeat(3000)}`;
  const { inBody, inHead } = storedNeedle({ folded, place: 'anywhere', mayBeEscaped: false });
  expect(inBody).toBe('a'.repeat(longestNeedleCharacters));
  expect(inHead).toBe('a'.repeat(longestNeedleCharacters));
  expect(mayHave(folded, Buffer.from(`x${folded}`))).toBe(true);
  expect(mayHave(folded, Buffer.from('b'.repeat(3000)))).toBe(false);
});

test.each([
  ['short', 0],
  ['long', long],
])(
  'bytes of ASCII are found beside any others, and no others are taken for them, in a %s body',
  (_, size) => {
    const odd = Buffer.concat([
      Buffer.alloc(size, 0xff),
      Buffer.from('\u0130 Kelvin \u212a NEEDLE\xe9'),
    ]);
    expect(mayHave('needle', odd)).toBe(true);
    expect(mayHave('elvin', odd)).toBe(true);
    expect(mayHave('kk', odd)).toBe(false);
    expect(mayHave('i kelvin', odd)).toBe(false);
  },
);

test.each([
  ['short', 0],
  ['long', long],
])('a %s body of XML passes if it is no UTF-8: it may say its charset', (_, size) => {
  const xml = '["content-type","text/xml"]';
  const wellFormed = Buffer.from('\xe9'.repeat(size));
  expect(mayHave('needle', wellFormed, xml)).toBe(false);
  expect(mayHave('needle', Buffer.concat([wellFormed, Buffer.of(0xff)]), xml)).toBe(true);
});
