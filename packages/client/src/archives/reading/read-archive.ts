import { JsonTokenizer } from '@hookwell/bodies/json';
import { looksLikeEntry, requestOfEntry } from './archive-entry.ts';
import { ArchiveError } from './archive-error.ts';
import { archiveShape, entryShape } from './archive-shape.ts';
import type { ArchivedRequest } from './archived-request.ts';
import { JsonPicker, type PickerListener, type Shape, type Told } from './json-picker.ts';
import { memberOf } from './picked-values.ts';

const mebibyte = 1024 * 1024;

/** The most bytes of an entry that are kept: of its body (as Base64 takes a third more), and of all else. */
const mostBodyBytes = 128 * mebibyte;
const mostHeadBytes = 4 * mebibyte;

/** The bytes that are looked at together: there is a text of them meanwhile. */
const mostPieceBytes = mebibyte;

/** The deepest nesting: an open level takes one bit, and bodies of 1 MiB stand in our JSON lines as they are. */
const mostLevels = 2 * mebibyte;

const neither = 'it is neither an HTTP archive (HAR) nor JSON lines of captured requests';

const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * Reads the requests of an archive, in its order: an HTTP archive (HAR 1.2) of a browser, a proxy or this service, or
 * the JSON lines of `exactRequestJson`. Memory depends on the largest body alone (of at most 96 MiB), whatever else an
 * entry has and however many there are.
 * @param pieces the bytes of the archive; they may end anywhere, and are not kept
 * @throws {ArchiveError} if they are no archive, or an entry has a fault; the earlier ones were given then
 */
export async function* readArchive(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<ArchivedRequest, void> {
  yield* requestsIn(pieces, archiveShape);
}

/**
 * Reads an entry of an archive again.
 * @param pieces the bytes from its `start` to its `end`
 * @throws {ArchiveError} if they are no entry
 */
export async function readEntry(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ArchivedRequest> {
  for await (const request of requestsIn(pieces, entryShape)) return request;
  throw new ArchiveError('it is empty');
}

async function* requestsIn(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  shape: Shape,
): AsyncGenerator<ArchivedRequest, void> {
  const reading = new ArchiveReading(shape);
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += mostPieceBytes) {
      yield* reading.read(piece.subarray(at, at + mostPieceBytes));
    }
  }
  reading.end();
}

/** Reads an archive piece by piece. */
class ArchiveReading implements PickerListener {
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** Each byte becomes one character, so that indexes in the text are those of bytes. */
  readonly #characters = new TextDecoder('latin1');
  readonly #picker: JsonPicker;
  #tokenizer: JsonTokenizer;
  #hasBegun = false;
  /** A value that stands by itself has ended, and no other has begun. */
  #isBetween = false;
  /** The whole of an HTTP archive has ended: what follows is no entry of it. */
  #isBehindArchive = false;
  /** An entry of an HTTP archive has begun. */
  #isInEntry = false;
  /** The number of requests that were found. */
  #count = 0;
  #headBytes = 0;
  #bodyBytes = 0;
  /** The number of bytes before the piece. */
  #base = 0;
  #found: ArchivedRequest[] = [];

  constructor(shape: Shape) {
    this.#picker = new JsonPicker(shape, this);
    this.#tokenizer = new JsonTokenizer(this.#picker);
  }

  /** Reads on; gives the requests whose entries end in the piece. */
  read(piece: Uint8Array): ArchivedRequest[] {
    this.#checkText(piece);
    const text = this.#characters.decode(piece);
    this.#picker.beginPiece(piece, text, this.#base);
    let at = this.#endOfMark(piece);
    while (at < text.length) {
      this.#tokenizer.read(text, at);
      if (this.#picker.depth > mostLevels) {
        throw this.#error(`it is nested deeper than ${mostLevels} levels`);
      }
      const { fault } = this.#tokenizer;
      if (fault === undefined) break;
      if (!this.#isBetween) throw this.#noJson(fault);
      // What follows a whole value is the next one.
      this.#isBetween = false;
      this.#tokenizer = new JsonTokenizer(this.#picker);
      at = fault;
    }
    this.#picker.endPiece();
    this.#base += piece.length;
    return this.#found.splice(0);
  }

  end(): void {
    this.#checkText();
    if (this.#isBetween) return;
    if (this.#picker.depth === 0 && this.#count === 0) {
      throw new ArchiveError(this.#hasBegun ? neither : 'it is empty');
    }
    const place = this.#count === 0 ? '' : `, after entry ${this.#count}`;
    throw new ArchiveError(`it ends too early${place}`);
  }

  begun(): void {
    this.#hasBegun = true;
    this.#headBytes = 0;
    this.#bodyBytes = 0;
    this.#isInEntry = this.#picker.depth > 0;
  }

  kept(shape: 'text' | 'long', bytes: number): void {
    if (shape === 'long') this.#bodyBytes += bytes;
    else this.#headBytes += bytes;
    if (this.#bodyBytes > mostBodyBytes) {
      throw this.#error(`its body takes more than ${mostBodyBytes / mebibyte} MiB in the archive`);
    }
    if (this.#headBytes > mostHeadBytes) {
      throw this.#error(`it has more than ${mostHeadBytes / mebibyte} MiB beside its body`);
    }
  }

  told(told: Told): void {
    const isWithin = this.#isInEntry;
    this.#isInEntry = false;
    if (!isWithin) {
      this.#isBetween = true;
      const log = memberOf(told.value, 'log');
      if (log !== undefined) {
        this.#isBehindArchive = Array.isArray(memberOf(log, 'entries'));
        if (this.#isBehindArchive) return;
        throw new ArchiveError('it is no HTTP archive (HAR): its "log" has no "entries"');
      }
      if (this.#count === 0 && !looksLikeEntry(told.value)) throw new ArchiveError(neither);
    }
    this.#count += 1;
    const isLine = !isWithin && memberOf(told.value, 'request') === undefined;
    this.#found.push(requestOfEntry(told, this.#count, isLine));
  }

  /** @param piece the next bytes; absent at the end */
  #checkText(piece?: Uint8Array): void {
    try {
      if (piece === undefined) this.#utf8.decode();
      else this.#utf8.decode(piece, { stream: true });
    } catch (cause) {
      throw new ArchiveError('it is not text in UTF-8', { cause });
    }
  }

  /** Some programs begin their files with a byte order mark. */
  #endOfMark(piece: Uint8Array): number {
    let at = 0;
    while (at < piece.length && piece[at] === byteOrderMark[this.#base + at]) at += 1;
    return at;
  }

  #noJson(fault: number): ArchiveError {
    // Before its first name, a text may be anything.
    if (!this.#picker.outermostName && this.#count === 0) return new ArchiveError(neither);
    return this.#error(`it is not JSON at byte ${this.#base + fault + 1}`);
  }

  /** An error in the entry that is being read, if one is. */
  #error(message: string): ArchiveError {
    const { depth, outermostName } = this.#picker;
    const isBetween = depth === 0 ? this.#isBehindArchive : outermostName === 'log';
    const isEntry = this.#isInEntry || !isBetween;
    return new ArchiveError(message, isEntry ? { entry: this.#count + 1 } : {});
  }
}
