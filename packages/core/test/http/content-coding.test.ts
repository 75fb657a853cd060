import { describe, expect, it } from 'vitest';
import { codingsIn, formatsOf } from '../../src/http/body-text.ts';

describe('content codings', () => {
  it('are listed as they were applied', () => {
    expect(codingsIn([])).toEqual([]);
    expect(codingsIn([' GZip ,identity,, br', 'Deflate'])).toEqual(['gzip', 'br', 'deflate']);
  });

  it('stand for formats, or for none', () => {
    expect(formatsOf('x-gzip')).toEqual(formatsOf('gzip'));
    expect(formatsOf('deflate')).toEqual(['zlib', 'deflate']);
    for (const coding of ['compress', 'constructor', '__proto__', '']) {
      expect(formatsOf(coding)).toEqual([]);
    }
  });
});
