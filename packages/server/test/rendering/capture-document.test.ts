import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../bodies/test/any-character.ts';
import { CaptureDocument } from '../../src/rendering/capture-document.ts';
import { captureText } from '../../src/rendering/text/capture-text.ts';
import { inPieces, toEnd } from './in-pieces.ts';
import { json, storedCapture, text, xml } from './stored-capture.ts';

const limitBytes = 1024 * 1024;
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

describe('a capture in pieces', () => {
  it('is the text that it would be in one go, whatever was sent', async () => {
    await fc.assert(
      fc.asyncProperty(long, fc.constantFrom(...types), async (body, type) => {
        const capture = storedCapture(body, { 'Content-Type': type });
        for (const view of ['full', 'event'] as const) {
          const whole = captureText(capture, view);
          expect((await inPieces(capture, view, limitBytes)) === whole).toBe(true);
          const coded = { 'Content-Type': type, 'Content-Encoding': 'gzip' };
          const compressed = storedCapture(gzipSync(body), coded);
          const shown = JSON.parse(await inPieces(compressed, view, limitBytes));
          const expected = JSON.parse(whole);
          expect(shown.body).toEqual(expected.body);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has pieces that are never large, and the same whenever they are made', async () => {
    const capture = storedCapture(Buffer.alloc(300_000, 1), text);
    const documents = [0, 1].map(() => {
      const document = new CaptureDocument(capture);
      toEnd(document.read([capture.body ?? Buffer.from('')]));
      return document;
    });
    let count = 0;
    for (let at: number | undefined = 0; at !== undefined; count++) {
      const [one, other] = documents.map((document) => toEnd(document.piece('event', at ?? 0)));
      expect(one?.bytes.length).toBeLessThanOrEqual(256 * 1024);
      expect(one).toEqual(other);
      at = one?.next;
    }
    expect(count).toBeGreaterThan(8);
  });

  it('has pieces of as much as is enough, which begin with the same', () => {
    for (const byte of ['a', '\u0001']) {
      const capture = storedCapture(Buffer.alloc(900_000, byte), text);
      const document = new CaptureDocument(capture);
      toEnd(document.read([capture.body ?? Buffer.from('')]));
      const [short, long, longest] = [1, 100_000, 256 * 1024].map(
        (enough) => toEnd(document.piece('event', 1, enough)).bytes,
      );
      expect(long?.length).toBeGreaterThanOrEqual(100_000);
      expect(longest?.length).toBeGreaterThanOrEqual(196_608);
      expect(longest?.length).toBeLessThanOrEqual(256 * 1024);
      expect(long?.subarray(0, short?.length)).toEqual(short);
      expect(longest?.subarray(0, long?.length)).toEqual(long);
    }
  });

  it.each([
    ['JSON', `{"a":[${'1.0,'.repeat(40_000)}1]}`, json],
    ['XML', `<a>${'<b>é</b>'.repeat(20_000)}</a>`, xml],
  ])(
    'has %s that is whole, and none where a character of it is missing',
    async (kind, sent, type) => {
      const field = kind.toLowerCase();
      const whole = JSON.parse(await inPieces(storedCapture(sent, type), 'full', limitBytes));
      expect(whole.body).toHaveProperty(field);
      const cut = storedCapture(sent.slice(0, -1), type);
      expect(JSON.parse(await inPieces(cut, 'full', limitBytes)).body).toEqual({
        raw: sent.slice(0, -1),
      });
    },
  );

  it('keeps a bomb undecoded, in every view', async () => {
    const bomb = gzipSync(Buffer.alloc(limitBytes + 1, 'a'));
    const capture = storedCapture(bomb, { ...text, 'Content-Encoding': 'gzip' });
    const full = JSON.parse(await inPieces(capture, 'full', limitBytes));
    const event = JSON.parse(await inPieces(capture, 'event', limitBytes));
    expect(full.body).toEqual({ raw: bomb.toString() });
    expect(event.SSEWebhookRequest.body).toBe(bomb.toString());
    const fits = gzipSync(Buffer.alloc(limitBytes, 'a'));
    const fitting = storedCapture(fits, { ...text, 'Content-Encoding': 'gzip' });
    expect(JSON.parse(await inPieces(fitting, 'full', limitBytes)).body.raw).toHaveLength(
      limitBytes,
    );
  });
});
