import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../core/test/any-character.ts';
import { captureText } from '../../src/rendering/capture-text.ts';
import { renderedLarge } from './rendered-large.ts';
import { json, storedCapture, xml } from './stored-capture.ts';

const types = [
  'application/json',
  'application/xml',
  'text/plain',
  'application/json; charset=utf-16le',
  'text/xml; charset=shift_jis',
  'text/plain; charset=gb18030',
  'text/plain; charset=iso-8859-1',
];

/** Bodies of some chunks of 32 KiB, made by repeating a text. */
const long = fc
  .tuple(
    fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 7 }),
      fc
        .string({ unit: anyCharacter, minLength: 1, maxLength: 7 })
        .map((part) => Buffer.from(part)),
    ),
    fc.integer({ min: 30_000, max: 100_000 }),
    fc.constantFrom(
      ['', ''],
      ['{"a":"', '"}'],
      ['\uFEFF {"a":["', '"]} \n'],
      ['\uFEFF<a>', '</a>'],
    ),
  )
  .map(([part, size, [before = '', after = '']]) =>
    Buffer.concat([Buffer.from(before), Buffer.alloc(size, part), Buffer.from(after)]),
  );

describe('the text of a large capture', () => {
  it('is the text that it would be in one go, whatever was sent', async () => {
    await fc.assert(
      fc.asyncProperty(long, fc.constantFrom(...types), async (body, type) => {
        const capture = storedCapture(body, { 'Content-Type': type });
        for (const view of ['full', 'event'] as const) {
          const whole = captureText(capture, view);
          expect((await renderedLarge(capture, view)) === whole).toBe(true);
          const coded = { 'Content-Type': type, 'Content-Encoding': 'gzip' };
          const compressed = storedCapture(gzipSync(body), coded);
          const shown = JSON.parse(await renderedLarge(compressed, view));
          const expected = JSON.parse(whole);
          expect(shown.body).toEqual(expected.body);
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['JSON', `{"a":[${'1.0,'.repeat(40_000)}1]}`, json],
    ['XML', `<a>${'<b>é</b>'.repeat(20_000)}</a>`, xml],
  ])(
    'has %s that is whole, and none where a character of it is missing',
    async (kind, sent, type) => {
      const field = kind.toLowerCase();
      const whole = JSON.parse(await renderedLarge(storedCapture(sent, type), 'full'));
      expect(whole.body).toHaveProperty(field);
      const cut = storedCapture(sent.slice(0, -1), type);
      expect(JSON.parse(await renderedLarge(cut, 'full')).body).toEqual({
        raw: sent.slice(0, -1),
      });
    },
  );
});
