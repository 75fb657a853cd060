import { bodyText } from '@hookwell/core/http/body-text';
import { strictContentType } from '@hookwell/core/http/content-type';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../../core/test/any-character.ts';
import { rawText } from '../../src/sent-request/body.ts';

it('a small body has the text that the dashboard reads from the same bytes', () => {
  const declaration = '<?xml version="1.0" encoding="windows-1251"?>';
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.string({ unit: anyCharacter }).map((text) => Buffer.from(text)),
    fc.uint8Array().map((end) => Buffer.concat([Buffer.from(declaration), end])),
  );
  const header = fc.constantFrom(
    'text/plain',
    'text/plain; charset=shift_jis',
    'text/plain; charset=utf-16',
    'application/xml',
    'application/xml; charset=nonsense',
  );
  fc.assert(
    fc.property(bytes, header, (body, contentType) => {
      const shown = bodyText(new Uint8Array(body), strictContentType(contentType));
      expect(rawText(body, ['Content-Type', contentType])).toBe(shown.text);
    }),
  );
});
