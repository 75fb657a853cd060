/** Bytes of a body that are decoded, checked and escaped in one go: a millisecond's work at most. */
export const chunkBytes = 32 * 1024;

const noBytes = new Uint8Array();

/**
 * Cuts a body into chunks that are text for themselves: none ends within a character, so that the text of the
 * body is the texts of the chunks one after the other. The blocks are the body as it came.
 */
export function* textChunks(
  body: readonly Uint8Array[],
  charset: string,
): Generator<Uint8Array, void> {
  const blocks = body.filter(({ length }) => length > 0);
  const escapes = charset === 'iso-2022-jp' ? new Escapes() : undefined;
  const cut =
    charset === 'utf-8' ? cutOfUtf8 : (bytes: Uint8Array) => cutOf(bytes, charset, escapes);
  let carried: Uint8Array = noBytes;
  for (const [index, block] of blocks.entries()) {
    const isLastBlock = index === blocks.length - 1;
    for (let at = 0; at < block.length; ) {
      const taken = block.subarray(at, at + chunkBytes - carried.length);
      const bytes = carried.length === 0 ? taken : Buffer.concat([carried, taken]);
      at += taken.length;
      const isLast = isLastBlock && at === block.length;
      const end = isLast ? bytes.length : cut(bytes);
      // Bytes of this block that are left are cut again; bytes of the block before it have to be carried.
      const left = bytes.length - end;
      const isCarried = at === block.length || left > taken.length;
      if (!isCarried) at -= left;
      carried = isCarried ? bytes.subarray(end) : noBytes;
      if (end === 0) continue;
      const chunk = bytes.subarray(0, end);
      yield escapes === undefined ? chunk : escapes.with(chunk);
    }
  }
}

/**
 * The start of the last character if that may be incomplete, else the end of the bytes. Bytes that are not a
 * character are a mistake of their own wherever they stand, so a cut before a leading byte changes nothing.
 */
function cutOfUtf8(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** No character of any charset has more bytes. */
const longestCharacterBytes = 4;

/** The last place at which the decoder has nothing left: only the decoder knows the ends of its characters. */
function cutOf(bytes: Uint8Array, charset: string, escapes: Escapes | undefined): number {
  const sequence = escapes === undefined ? -1 : bytes.lastIndexOf(escapeByte);
  if (sequence >= 0 && sequence > bytes.length - escapeSequenceBytes) return sequence;
  const before = escapes?.before(bytes) ?? noBytes;
  for (let back = 0; back < longestCharacterBytes && back < bytes.length; back++) {
    const decoder = new TextDecoder(charset, { ignoreBOM: true });
    decoder.decode(before, { stream: true });
    decoder.decode(bytes.subarray(0, bytes.length - back), { stream: true });
    if (decoder.decode() === '') return bytes.length - back;
  }
  return bytes.length > longestCharacterBytes ? bytes.length : 0;
}

const escapeByte = 0x1b;
const escapeSequenceBytes = 3;

/** ISO-2022-JP says with an escape sequence what the bytes mean until the next: each chunk needs the last one. */
class Escapes {
  #last: Uint8Array = noBytes;

  /** The escape sequence in force at the start of the bytes, unless they begin with one. */
  before(bytes: Uint8Array): Uint8Array {
    return bytes[0] === escapeByte ? noBytes : this.#last;
  }

  /** The chunk behind the escape sequence that is in force at its start. */
  with(chunk: Uint8Array): Uint8Array {
    const whole = Buffer.concat([this.before(chunk), chunk]);
    const at = chunk.lastIndexOf(escapeByte);
    if (at >= 0) this.#last = chunk.slice(at, at + escapeSequenceBytes);
    return whole;
  }
}
