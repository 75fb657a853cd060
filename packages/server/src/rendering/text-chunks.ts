/** Bytes of a body that are decoded, checked and escaped in one go: a millisecond's work at most. */
export const CHUNK_BYTES = 2 ** 15;

const NO_BYTES = new Uint8Array();

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
  let carried: Uint8Array = NO_BYTES;
  for (const [index, block] of blocks.entries()) {
    const isLastBlock = index === blocks.length - 1;
    for (let at = 0; at < block.length; ) {
      const taken = block.subarray(at, at + CHUNK_BYTES - carried.length);
      const bytes = carried.length === 0 ? taken : Buffer.concat([carried, taken]);
      at += taken.length;
      const isLast = isLastBlock && at === block.length;
      const end = isLast ? bytes.length : cut(bytes);
      // What is left of this block is cut again; of the one before it has to be carried.
      const left = bytes.length - end;
      const isCarried = at === block.length || left > taken.length;
      if (!isCarried) at -= left;
      carried = isCarried ? bytes.subarray(end) : NO_BYTES;
      if (end === 0) continue;
      const chunk = bytes.subarray(0, end);
      yield escapes === undefined ? chunk : escapes.with(chunk);
    }
  }
}

/**
 * Where a character begins that may not be complete. What is no character is a mistake of its own wherever it
 * stands, so a cut before a leading byte changes nothing.
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
const LONGEST_CHARACTER = 4;

/** The last place where the decoder has nothing left: it knows where its characters end, nobody else does. */
function cutOf(bytes: Uint8Array, charset: string, escapes: Escapes | undefined): number {
  const sequence = escapes === undefined ? -1 : bytes.lastIndexOf(ESCAPE);
  if (sequence >= 0 && sequence > bytes.length - ESCAPE_LENGTH) return sequence;
  const before = escapes?.before(bytes) ?? NO_BYTES;
  for (let back = 0; back < LONGEST_CHARACTER && back < bytes.length; back++) {
    const decoder = new TextDecoder(charset, { ignoreBOM: true });
    decoder.decode(before, { stream: true });
    decoder.decode(bytes.subarray(0, bytes.length - back), { stream: true });
    if (decoder.decode() === '') return bytes.length - back;
  }
  return bytes.length > LONGEST_CHARACTER ? bytes.length : 0;
}

const ESCAPE = 0x1b;
const ESCAPE_LENGTH = 3;

/** ISO-2022-JP says with an escape sequence what the bytes mean until the next: each chunk needs the last one. */
class Escapes {
  #last: Uint8Array = NO_BYTES;

  /** The escape sequence that is in force where the bytes begin, unless they begin with one. */
  before(bytes: Uint8Array): Uint8Array {
    return bytes[0] === ESCAPE ? NO_BYTES : this.#last;
  }

  /** The chunk with what is in force where it begins. */
  with(chunk: Uint8Array): Uint8Array {
    const whole = Buffer.concat([this.before(chunk), chunk]);
    const at = chunk.lastIndexOf(ESCAPE);
    if (at >= 0) this.#last = chunk.slice(at, at + ESCAPE_LENGTH);
    return whole;
  }
}
