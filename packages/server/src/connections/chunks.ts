import { bodyFaults } from './fault-texts.ts';
import { HeadScanner, type ScanFault } from './head-scanner.ts';

/** The extensions of all chunks of a body (RFC 9112, 7.1.1), which are thrown away, may take so many bytes. */
const mostExtensionBytes = 16 * 1024;

/** The digits of a chunk's size, with zeros before it. */
const mostDigits = 16;

/** A chunk's data is moved to that of the chunks before it in the same piece unless it is as long as this. */
const keptChunkBytes = 4 * 1024;

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const semicolon = 0x3b;
const del = 0x7f;

// The next thing that has to come.
const size = 0;
const moreSize = 1;
const extension = 2;
const endOfSize = 3;
const data = 4;
const carriageReturnOfData = 5;
const endOfData = 6;
const trailers = 7;

/**
 * Reads a body in chunks (RFC 9112, 7.1). What comes in one piece of the connection is given on in as few pieces as can be: the data of small chunks is
 * moved together where it lies, so that a body in chunks of one byte costs its bytes and no more.
 */
export class ChunkedBody {
  #next = size;
  #left = 0;
  #digits = 0;
  #extensionBytes = 0;
  #trailers: HeadScanner | undefined;
  isWhole = false;
  /** The chunks that have begun. */
  count = 0;
  fault: ScanFault | undefined;

  /**
   * Reads on from `at`, and may write to the bytes behind it.
   * @param came gets each piece of the body
   * @returns the place behind what it read: all, or up to the end of the body
   */
  read(bytes: Buffer, at: number, came: (piece: Buffer) => void): number {
    let begin = at;
    let end = at;
    const give = (): void => {
      if (end > begin) came(bytes.subarray(begin, end));
    };
    let place = at;
    for (; place < bytes.length; place++) {
      const byte = bytes[place] ?? 0;
      switch (this.#next) {
        case data: {
          const length = Math.min(this.#left, bytes.length - place);
          if (end !== place && length >= keptChunkBytes) {
            give();
            begin = place;
            end = place;
          }
          if (end !== place) {
            // Most are of a few bytes.
            if (length < 16)
              for (let index = 0; index < length; index++)
                bytes[end + index] = bytes[place + index] ?? 0;
            else bytes.copyWithin(end, place, place + length);
          }
          end += length;
          place += length - 1;
          this.#left -= length;
          if (this.#left === 0) this.#next = carriageReturnOfData;
          break;
        }
        case carriageReturnOfData:
          if (byte !== carriageReturn) return this.#fail(bodyFaults.chunkEnd, place, give);
          this.#next = endOfData;
          break;
        case endOfData:
          if (byte !== lineFeed) return this.#fail(bodyFaults.chunkEnd, place, give);
          this.#next = size;
          break;
        case size:
        case moreSize: {
          const digit = hexadecimal(byte);
          if (digit >= 0) {
            this.#left = this.#left * 16 + digit;
            this.#next = moreSize;
            this.#digits += 1;
            if (this.#digits > mostDigits || this.#left > Number.MAX_SAFE_INTEGER)
              return this.#fail(bodyFaults.chunkSize, place, give);
            break;
          }
          if (this.#next === size) return this.#fail(bodyFaults.chunkSize, place, give);
          this.#digits = 0;
          this.count += 1;
          if (byte === carriageReturn) this.#next = endOfSize;
          else if (byte === semicolon) this.#next = extension;
          else
            return this.#fail(
              byte === lineFeed ? bodyFaults.lineFeed : bodyFaults.chunkSize,
              place,
              give,
            );
          break;
        }
        case extension:
          if (byte === carriageReturn) this.#next = endOfSize;
          else if (byte === lineFeed) return this.#fail(bodyFaults.lineFeed, place, give);
          else if ((byte < space && byte !== tab) || byte === del)
            return this.#fail(bodyFaults.control, place, give);
          else if (++this.#extensionBytes > mostExtensionBytes)
            return this.#fail(bodyFaults.extensions, place, give);
          break;
        case endOfSize:
          if (byte !== lineFeed) return this.#fail(bodyFaults.chunkSize, place, give);
          this.#next = this.#left === 0 ? trailers : data;
          break;
        case trailers:
          give();
          return this.#readTrailers(bytes, place);
      }
    }
    give();
    return place;
  }

  /** They are scanned where they are, and none of them is kept: many connections could hold much in trailers that never end. */
  #readTrailers(bytes: Buffer, at: number): number {
    this.#trailers ??= trailerScanner();
    const scanner = this.#trailers;
    const from = at - scanner.at;
    const scanned = scanner.scan(bytes, from, bytes.length);
    if (scanned === 'more') scanner.forgetHeaders();
    else if (scanned === 'whole') this.isWhole = true;
    else if (scanned.code === 'headersTooLarge') this.fault = scanned;
    else this.fault = { code: 'malformedHttp', detail: bodyFaults.trailer };
    return from + scanner.at;
  }

  #fail(detail: string, place: number, give: () => void): number {
    give();
    this.fault = { code: 'malformedHttp', detail };
    return place;
  }
}

function trailerScanner(): HeadScanner {
  const scanner = new HeadScanner();
  scanner.reset(true);
  return scanner;
}

function hexadecimal(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
