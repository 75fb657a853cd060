/**
 * Whether UTF-8 bytes are a JSON object (RFC 8259). A scanner instead of `JSON.parse`: it builds
 * nothing, so that 25 MiB of empty arrays need no heap, it has no recursion to overflow, and it takes no
 * longer (3 to 4 µs for 850 bytes, both). The bytes must be valid UTF-8 without a byte order mark.
 */

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_E = 0x65;
const UPPER_E = 0x45;
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');
const SHORT_ESCAPES = new Set(Buffer.from('"\\/bfnrt'));

export function isJsonObject(json: Uint8Array): boolean {
  let at = spaceEnd(json, 0);
  if (json[at] !== OPEN_BRACE) return false;
  const open = new OpenContainers();
  for (;;) {
    // A value begins here.
    const code = json[at] ?? 0;
    if (code === OPEN_BRACE) {
      open.push(true);
      at = spaceEnd(json, at + 1);
      if (json[at] !== CLOSE_BRACE) {
        at = nameEnd(json, at);
        if (at === -1) return false;
        continue;
      }
    } else if (code === OPEN_BRACKET) {
      open.push(false);
      at = spaceEnd(json, at + 1);
      if (json[at] !== CLOSE_BRACKET) continue;
    } else {
      at = code === QUOTE ? stringEnd(json, at) : wordOrNumberEnd(json, at);
      if (at === -1) return false;
      at = spaceEnd(json, at);
    }
    // A value has ended (or an empty container is about to): close what closes here.
    while (json[at] === (open.inObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
      open.pop();
      at = spaceEnd(json, at + 1);
      if (open.depth === 0) return at === json.length;
    }
    if (json[at] !== COMMA) return false;
    at = spaceEnd(json, at + 1);
    if (open.inObject) {
      at = nameEnd(json, at);
      if (at === -1) return false;
    }
  }
}

/** Which containers are open, a byte for each: 1 is an object, 0 an array. */
class OpenContainers {
  depth = 0;
  inObject = false;
  #kinds = new Uint8Array(64);

  push(isObject: boolean): void {
    if (this.depth === this.#kinds.length) {
      const larger = new Uint8Array(this.#kinds.length * 2);
      larger.set(this.#kinds);
      this.#kinds = larger;
    }
    this.#kinds[this.depth++] = isObject ? 1 : 0;
    this.inObject = isObject;
  }

  pop(): void {
    this.depth--;
    this.inObject = this.#kinds[this.depth - 1] === 1;
  }
}

// The two loops below see every byte. `as number` is safe inside of the bounds; a `?? 0` in its place
// halves their speed.

function spaceEnd(json: Uint8Array, from: number): number {
  for (let at = from; at < json.length; at++) {
    const code = json[at] as number;
    if (code > SPACE) return at;
    if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return at;
  }
  return json.length;
}

/** The end of the string whose quote is at `start`; -1 where it is malformed. */
function stringEnd(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length) {
    const code = json[at] as number;
    if (code === QUOTE) return at + 1;
    if (code < SPACE) return -1;
    if (code === BACKSLASH) {
      at = escapeEnd(json, at + 1);
      if (at === -1) return -1;
    } else {
      at++;
    }
  }
  return -1;
}

/** The place of the value that follows the name and colon at `at`; -1 where they are malformed. */
function nameEnd(json: Uint8Array, at: number): number {
  if (json[at] !== QUOTE) return -1;
  const end = stringEnd(json, at);
  if (end === -1) return -1;
  const colon = spaceEnd(json, end);
  return json[colon] === COLON ? spaceEnd(json, colon + 1) : -1;
}

function escapeEnd(json: Uint8Array, at: number): number {
  const code = json[at] ?? 0;
  if (SHORT_ESCAPES.has(code)) return at + 1;
  if (code !== LOWER_U) return -1;
  for (let digit = at + 1; digit <= at + 4; digit++) {
    if (!isHexDigit(json[digit] ?? 0)) return -1;
  }
  return at + 5;
}

function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return (code >= ZERO && code <= NINE) || (lower >= 0x61 && lower <= 0x66);
}

/** The end of `true`, `false`, `null` or a number; -1 where there is none of them. */
function wordOrNumberEnd(json: Uint8Array, at: number): number {
  switch (json[at]) {
    case TRUE[0]:
      return wordEnd(json, at, TRUE);
    case FALSE[0]:
      return wordEnd(json, at, FALSE);
    case NULL[0]:
      return wordEnd(json, at, NULL);
    case MINUS:
      return numberEnd(json, at + 1);
    default:
      return numberEnd(json, at);
  }
}

function wordEnd(json: Uint8Array, at: number, word: Uint8Array): number {
  for (let index = 1; index < word.length; index++) {
    if (json[at + index] !== word[index]) return -1;
  }
  return at + word.length;
}

function numberEnd(json: Uint8Array, start: number): number {
  let at = json[start] === ZERO ? start + 1 : digitsEnd(json, start);
  if (at !== -1 && json[at] === POINT) at = digitsEnd(json, at + 1);
  if (at === -1 || (json[at] !== LOWER_E && json[at] !== UPPER_E)) return at;
  const sign = json[at + 1];
  return digitsEnd(json, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
}

/** The end of one or more digits; -1 where there is none. */
function digitsEnd(json: Uint8Array, start: number): number {
  let at = start;
  for (let code = json[at] ?? 0; code >= ZERO && code <= NINE; ) {
    code = json[++at] ?? 0;
  }
  return at === start ? -1 : at;
}
