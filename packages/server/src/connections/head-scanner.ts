import { headFaults, requestLineFaults } from './fault-texts.ts';

/** The largest head: request line and headers together. */
export const mostHeadBytes = 32 * 1024;

/**
 * The headers of a request: more than any sender has. Of the shortest there is room in 32 KiB for twice as many, which would take
 * forty times as long as one of that length.
 */
export const mostHeaders = 2500;

/** A method is a token (RFC 9110, 9.1) of at most so many characters. */
export const mostMethodCharacters = 64;

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const zero = 0x30;
const one = 0x31;
const colon = 0x3a;
const del = 0x7f;

// The next thing that has to come.
const method = 0;
const spaceBeforeTarget = 1;
const target = 2;
const spaceBeforeVersion = 3;
const versionOfRequest = 4;
const endOfRequestLine = 5;
const line = 6;
const name = 7;
const spaceBeforeValue = 8;
const value = 9;
const endOfLine = 10;
const lastLineFeed = 11;

const version = Buffer.from('HTTP/1.');

/** 1: a character of a token (RFC 9110, 5.6.2). */
const isToken = new Uint8Array(256);
for (const character of "!#$%&'*+-.^_`|~") isToken[character.charCodeAt(0)] = 1;
for (let byte = 0; byte < 256; byte++)
  if (/[0-9A-Za-z]/.test(String.fromCharCode(byte))) isToken[byte] = 1;

/** `whole`: the head has ended at `at`; `more`: its end has not come; else what is wrong. */
export type Scanned = 'whole' | 'more' | ScanFault;

export interface ScanFault {
  code: 'malformedHttp' | 'headersTooLarge';
  detail?: string;
}

/**
 * Goes once through the bytes of a head (RFC 9112, 2 to 5), each of which it looks at once, in however many pieces they come: the caller keeps all
 * bytes of a head in one place until it is whole. All places are counted from the head's first byte.
 *
 * It is strict: lines end with CR LF, spaces alone stand between the parts of a request line, names are tokens that touch their colons, no
 * value goes on in a second line, and nothing has control characters.
 */
export class HeadScanner {
  #next = method;
  #line = 0;
  #lineBegan = 0;
  /** How far it has come. */
  at = 0;
  methodEnd = 0;
  targetBegin = 0;
  targetEnd = 0;
  versionBegin = 0;
  minorVersion = 1;
  /** Of each header the begin and end of its name and of its value. */
  readonly marks: number[] = [];

  /** For another head, or for the trailers of a body, which are headers alone. */
  reset(trailers = false): void {
    this.#next = trailers ? line : method;
    this.#line = 0;
    this.#lineBegan = 0;
    this.at = 0;
    this.marks.length = 0;
  }

  /** Drops the marks of headers that are whole. */
  forgetHeaders(): void {
    this.marks.splice(0, this.marks.length - (this.marks.length % 4));
  }

  /** Goes on to `to`; the head's first byte is at `from`, or was before what is still there. */
  scan(bytes: Buffer, from: number, to: number): Scanned {
    let at = from + this.at;
    const { marks } = this;
    let next = this.#next;
    const most = Math.min(to, from + mostHeadBytes + 1);
    for (; at < most; at++) {
      const byte = bytes[at] ?? 0;
      switch (next) {
        case value: {
          let place = at;
          let found = byte;
          // Characters of a value, of which most heads consist: all but control characters, tabs apart.
          while (place < most && (found >= space ? found !== del : found === tab)) {
            place++;
            found = bytes[place] ?? 0;
          }
          at = place;
          if (place === most) {
            at--;
            continue;
          }
          if (found !== carriageReturn)
            return this.#fault(found === lineFeed ? headFaults.aloneLineFeed : headFaults.control);
          let end = place;
          const begin = marks.at(-1) ?? 0;
          while (end - from > begin && isBlank(bytes[end - 1])) end--;
          marks.push(end - from);
          next = endOfLine;
          break;
        }
        case name: {
          let place = at;
          while (place < most && isToken[bytes[place] ?? 0] === 1) place++;
          at = place;
          if (place === most) {
            at--;
            continue;
          }
          if (bytes[place] !== colon) return this.#nameFault(bytes, from, place, to);
          marks.push(place - from);
          next = spaceBeforeValue;
          break;
        }
        case spaceBeforeValue:
          if (isBlank(byte)) break;
          marks.push(at - from);
          next = value;
          at--;
          break;
        case endOfLine:
          if (byte !== lineFeed) return this.#fault(headFaults.aloneCarriageReturn);
          next = line;
          break;
        case line:
          this.#line++;
          this.#lineBegan = at - from;
          if (byte === carriageReturn) {
            next = lastLineFeed;
            break;
          }
          if (isBlank(byte)) return this.#fault(headFaults.blankBegin);
          if (isToken[byte] !== 1) return this.#nameFault(bytes, from, at, to);
          if (this.#line > mostHeaders) return { code: 'headersTooLarge' };
          marks.push(at - from);
          next = name;
          break;
        case lastLineFeed:
          if (byte !== lineFeed) return this.#fault(headFaults.aloneCarriageReturn);
          this.at = at + 1 - from;
          return this.at > mostHeadBytes ? { code: 'headersTooLarge' } : 'whole';
        case method:
          if (isToken[byte] === 1) {
            if (at - from < mostMethodCharacters) break;
            return this.#fault(requestLineFaults.longMethod);
          }
          if (byte !== space || at === from) return this.#fault(requestLineFaults.method);
          this.methodEnd = at - from;
          next = spaceBeforeTarget;
          break;
        case spaceBeforeTarget:
          if (byte === space) break;
          this.targetBegin = at - from;
          next = target;
          at--;
          break;
        case target: {
          let place = at;
          let found = byte;
          while (place < most && found > space && found !== del) {
            place++;
            found = bytes[place] ?? 0;
          }
          at = place;
          if (place === most) {
            at--;
            continue;
          }
          if (found !== space || place - from === this.targetBegin) {
            return this.#fault(
              found === carriageReturn || found === lineFeed
                ? requestLineFaults.noVersion
                : requestLineFaults.target,
            );
          }
          this.targetEnd = place - from;
          next = spaceBeforeVersion;
          break;
        }
        case spaceBeforeVersion:
          if (byte === space) break;
          this.versionBegin = at - from;
          next = versionOfRequest;
          at--;
          break;
        case versionOfRequest: {
          const place = at - from - this.versionBegin;
          if (place < version.length) {
            if (byte === version[place]) break;
            return this.#fault(this.#versionFault(bytes, from, to, place));
          }
          if (place === version.length) {
            if (byte !== zero && byte !== one) return this.#fault(requestLineFaults.version);
            this.minorVersion = byte - zero;
            break;
          }
          if (byte === carriageReturn) next = endOfRequestLine;
          else
            return this.#fault(
              byte === lineFeed ? requestLineFaults.lineEnd : requestLineFaults.version,
            );
          break;
        }
        case endOfRequestLine:
          if (byte !== lineFeed) return this.#fault(requestLineFaults.lineEnd);
          next = line;
          break;
      }
    }
    this.#next = next;
    this.at = at - from;
    return this.at > mostHeadBytes ? { code: 'headersTooLarge' } : 'more';
  }

  #fault(text: string): ScanFault {
    const place = this.#line === 0 ? 'request line' : `header line ${this.#line}`;
    return { code: 'malformedHttp', detail: `${place}: ${text}` };
  }

  #versionFault(bytes: Buffer, from: number, to: number, place: number): string {
    if (place >= 'HTTP/'.length) return requestLineFaults.version;
    const begin = from + this.versionBegin;
    const text = latin1(bytes, begin, Math.min(to, begin + 1024));
    const [line = '', ...others] = text.split('\n', 2);
    if (others.length === 0) return requestLineFaults.versionOrSpace;
    return / HTTP\/\d\.\d\r?$/.test(line)
      ? requestLineFaults.spaceInTarget
      : requestLineFaults.noVersion;
  }

  /** What is wrong at a place where the name of a header or its colon has to be. */
  #nameFault(bytes: Buffer, from: number, place: number, to: number): ScanFault {
    const text = latin1(bytes, place, Math.min(to, place + 1024));
    const end = text.indexOf('\n');
    const rest = end === -1 ? text : text.slice(0, end);
    const isBegin = place - from === this.#lineBegan;
    return this.#fault(nameFault(rest, { isBegin, isWhole: end !== -1 }));
  }
}

function nameFault(rest: string, { isBegin, isWhole }: { isBegin: boolean; isWhole: boolean }) {
  if (isBegin && rest === '' && isWhole) return headFaults.aloneLineFeed;
  if (isBegin && rest.startsWith(':')) return headFaults.noName;
  if (/^[ \t]+:/.test(rest)) return headFaults.spaceBeforeColon;
  if (/^[ \t]/.test(rest)) {
    if (rest.includes(':')) return headFaults.spaceInName;
    return isWhole ? headFaults.noColon : headFaults.spaceOrMore;
  }
  if (rest === '' || rest.startsWith('\r')) return headFaults.noColon;
  return headFaults.nameCharacter;
}

/** The place behind the empty lines at `at`, which may come before a request (RFC 9112, 2.2). */
export function behindEmptyLines(bytes: Uint8Array, at: number): number {
  let place = at;
  while (bytes[place] === carriageReturn || bytes[place] === lineFeed) place++;
  return place;
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab;
}

/** The bytes as text, one character for each. */
export function latin1(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to);
}
