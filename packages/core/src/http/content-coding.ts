/** The formats that bodies are compressed in. */
export type CodingFormat = 'gzip' | 'zlib' | 'deflate' | 'brotli' | 'zstd';

const formats: ReadonlyMap<string, readonly CodingFormat[]> = new Map([
  ['gzip', ['gzip']],
  ['x-gzip', ['gzip']],
  // It means the zlib format (RFC 9110, section 8.4.1.2), but some senders leave its frame out.
  ['deflate', ['zlib', 'deflate']],
  ['br', ['brotli']],
  ['zstd', ['zstd']],
]);

/** The formats that a coding may stand for, the likeliest first; none for a coding that is not known. */
export function formatsOf(coding: string): readonly CodingFormat[] {
  return formats.get(coding) ?? [];
}

/**
 * The codings of a body in the order in which they were applied (RFC 9110, section 8.4), without `identity`.
 * @param values of the Content-Encoding headers: a header that was sent twice is a list as well
 */
export function codingsIn(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}
