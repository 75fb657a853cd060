const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const [MINUS, PLUS, DOT, ZERO, NINE] = [0x2d, 0x2b, 0x2e, 0x30, 0x39];

/** What the next byte may belong to. */
const START = 0;
const VALUE = 1;
const VALUE_OR_END = 2;
const KEY = 3;
const KEY_OR_END = 4;
const AFTER_KEY = 5;
const AFTER_VALUE = 6;
const STRING = 7;
const ESCAPE = 8;
const HEX = 9;
const LITERAL = 10;
const NUMBER_SIGN = 11;
const NUMBER_ZERO = 12;
const NUMBER_INTEGER = 13;
const NUMBER_POINT = 14;
const NUMBER_FRACTION = 15;
const NUMBER_EXPONENT = 16;
const NUMBER_EXPONENT_SIGN = 17;
const NUMBER_EXPONENT_DIGITS = 18;
const END = 19;
const FAILED = 20;

/** What follows the first letter of the three literals. */
const LITERALS = new Map([
  [0x74, Buffer.from('rue')],
  [0x66, Buffer.from('alse')],
  [0x6e, Buffer.from('ull')],
]);

/** `"\/bfnrt` */
const ESCAPED = new Set(Buffer.from('"\\/bfnrt'));

/**
 * Says whether UTF-8 text that comes in pieces is one JSON object (RFC 8259). It looks at each byte once, makes
 * no values and does not recurse: of what is open it keeps a bit a level. It accepts what `JSON.parse` accepts.
 */
export class JsonScanner {
  #state = START;
  #depth = 0;
  /** A bit a level: whether it is an object. */
  #objects = new Uint8Array(64);
  /** Whether the string under way is a name. */
  #isKey = false;
  #literal: Uint8Array = new Uint8Array();
  /** How many bytes of the literal or hex digits of the escape were seen. */
  #seen = 0;
  #scanned = 0;
  /** Where the object begins, in bytes from the first that was fed. */
  start: number | undefined;
  /** Where it has ended. */
  end: number | undefined;

  get failed(): boolean {
    return this.#state === FAILED;
  }

  /** Whether all that was fed is one JSON object, with white space around it. */
  get isObject(): boolean {
    return this.#state === END;
  }

  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#state !== FAILED; at++) {
      if (this.#state === STRING) at = endOfPlain(bytes, at);
      if (at < bytes.length) this.#state = this.#next(bytes[at] ?? 0, this.#scanned + at);
    }
    this.#scanned += bytes.length;
  }

  #next(byte: number, place: number): number {
    switch (this.#state) {
      case STRING:
        if (byte === QUOTE) return this.#isKey ? AFTER_KEY : AFTER_VALUE;
        return byte === BACKSLASH ? ESCAPE : FAILED;
      case ESCAPE:
        this.#seen = 0;
        if (byte === 0x75) return HEX;
        return ESCAPED.has(byte) ? STRING : FAILED;
      case HEX:
        if (!isHexDigit(byte)) return FAILED;
        this.#seen += 1;
        return this.#seen === 4 ? STRING : HEX;
      case LITERAL:
        if (byte !== this.#literal[this.#seen]) return FAILED;
        this.#seen += 1;
        return this.#seen === this.#literal.length ? AFTER_VALUE : LITERAL;
      case VALUE:
      case VALUE_OR_END:
        if (isSpace(byte)) return this.#state;
        if (byte === CLOSE_ARRAY && this.#state === VALUE_OR_END) return this.#close(place);
        return this.#value(byte);
      case AFTER_VALUE:
        return this.#afterValue(byte, place);
      case KEY:
      case KEY_OR_END:
        if (isSpace(byte)) return this.#state;
        if (byte === CLOSE_OBJECT && this.#state === KEY_OR_END) return this.#close(place);
        this.#isKey = true;
        return byte === QUOTE ? STRING : FAILED;
      case AFTER_KEY:
        if (byte === COLON) return VALUE;
        return isSpace(byte) ? AFTER_KEY : FAILED;
      case START:
        if (isSpace(byte)) return START;
        if (byte !== OPEN_OBJECT) return FAILED;
        this.start = place;
        return this.#open(true);
      case END:
        return isSpace(byte) ? END : FAILED;
      default:
        return this.#number(byte, place);
    }
  }

  #value(byte: number): number {
    if (byte === QUOTE) {
      this.#isKey = false;
      return STRING;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) return this.#open(byte === OPEN_OBJECT);
    if (byte === MINUS) return NUMBER_SIGN;
    if (isDigit(byte)) return byte === ZERO ? NUMBER_ZERO : NUMBER_INTEGER;
    const literal = LITERALS.get(byte);
    if (literal === undefined) return FAILED;
    this.#literal = literal;
    this.#seen = 0;
    return LITERAL;
  }

  #afterValue(byte: number, place: number): number {
    if (isSpace(byte)) return AFTER_VALUE;
    const inObject = this.#isInObject();
    if (byte === COMMA) return inObject ? KEY : VALUE;
    return byte === (inObject ? CLOSE_OBJECT : CLOSE_ARRAY) ? this.#close(place) : FAILED;
  }

  /** RFC 8259, section 6. A number ends with the first byte that cannot belong to it. */
  #number(byte: number, place: number): number {
    const digit = isDigit(byte);
    switch (this.#state) {
      case NUMBER_SIGN:
        if (!digit) return FAILED;
        return byte === ZERO ? NUMBER_ZERO : NUMBER_INTEGER;
      case NUMBER_POINT:
        return digit ? NUMBER_FRACTION : FAILED;
      case NUMBER_EXPONENT:
        if (byte === PLUS || byte === MINUS) return NUMBER_EXPONENT_SIGN;
        return digit ? NUMBER_EXPONENT_DIGITS : FAILED;
      case NUMBER_EXPONENT_SIGN:
        return digit ? NUMBER_EXPONENT_DIGITS : FAILED;
    }
    if (digit) return this.#state === NUMBER_ZERO ? FAILED : this.#state;
    const isInteger = this.#state === NUMBER_ZERO || this.#state === NUMBER_INTEGER;
    if (byte === DOT && isInteger) return NUMBER_POINT;
    const isExponent = byte === 0x65 || byte === 0x45;
    if (isExponent && this.#state !== NUMBER_EXPONENT_DIGITS) return NUMBER_EXPONENT;
    return this.#afterValue(byte, place);
  }

  #open(isObject: boolean): number {
    const index = this.#depth >> 3;
    if (index === this.#objects.length) {
      const wider = new Uint8Array(2 * index);
      wider.set(this.#objects);
      this.#objects = wider;
    }
    const bit = 1 << (this.#depth & 7);
    const bits = this.#objects[index] ?? 0;
    this.#objects[index] = isObject ? bits | bit : bits & ~bit;
    this.#depth += 1;
    return isObject ? KEY_OR_END : VALUE_OR_END;
  }

  #close(place: number): number {
    this.#depth -= 1;
    if (this.#depth > 0) return AFTER_VALUE;
    this.end = place + 1;
    return END;
  }

  #isInObject(): boolean {
    const level = this.#depth - 1;
    return ((this.#objects[level >> 3] ?? 0) & (1 << (level & 7))) !== 0;
  }
}

/** Where a string has its next quote, backslash or control character. */
function endOfPlain(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH) break;
  }
  return at;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isHexDigit(byte: number): boolean {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}
