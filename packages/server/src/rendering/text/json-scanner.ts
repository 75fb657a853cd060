const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d];
const [minus, plus, dot, zero, nine] = [0x2d, 0x2b, 0x2e, 0x30, 0x39];

/** The states: the place at which the next byte stands. */
const atStart = 0;
const atValue = 1;
const atValueOrEnd = 2;
const atKey = 3;
const atKeyOrEnd = 4;
const afterKey = 5;
const afterValue = 6;
const inString = 7;
const inEscape = 8;
const inHex = 9;
const inLiteral = 10;
const afterSign = 11;
const afterZero = 12;
const inInteger = 13;
const afterPoint = 14;
const inFraction = 15;
const afterExponent = 16;
const afterExponentSign = 17;
const inExponent = 18;
const atEnd = 19;
const failed = 20;

/** The rest of the three literals, by their first letter. */
const literals = new Map([
  [0x74, Buffer.from('rue')],
  [0x66, Buffer.from('alse')],
  [0x6e, Buffer.from('ull')],
]);

/** `"\/bfnrt` */
const escaped = new Set(Buffer.from('"\\/bfnrt'));

/**
 * Says whether UTF-8 text that comes in pieces is one JSON object (RFC 8259). It looks at each byte once, makes
 * no values and does not recurse: it keeps one bit for each open level. It accepts what `JSON.parse` accepts.
 */
export class JsonScanner {
  #state = atStart;
  #depth = 0;
  /** One bit for each open level: whether it is an object. */
  #objects = new Uint8Array(64);
  /** Whether the string under way is a name. */
  #isKey = false;
  #literal: Uint8Array = new Uint8Array();
  /** The bytes of the literal, or hex digits of the escape, that were seen. */
  #seen = 0;
  #scanned = 0;
  /** The place of the object's first byte, counted from the first byte that was fed. */
  start: number | undefined;
  /** The place behind its last byte. */
  end: number | undefined;

  get failed(): boolean {
    return this.#state === failed;
  }

  /** Whether all that was fed is one JSON object, with white space around it. */
  get isObject(): boolean {
    return this.#state === atEnd;
  }

  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#state !== failed; at++) {
      if (this.#state === inString) at = endOfPlain(bytes, at);
      if (at < bytes.length) this.#state = this.#next(bytes[at] ?? 0, this.#scanned + at);
    }
    this.#scanned += bytes.length;
  }

  #next(byte: number, place: number): number {
    switch (this.#state) {
      case inString:
        if (byte === quote) return this.#isKey ? afterKey : afterValue;
        return byte === backslash ? inEscape : failed;
      case inEscape:
        this.#seen = 0;
        if (byte === 0x75) return inHex;
        return escaped.has(byte) ? inString : failed;
      case inHex:
        if (!isHexDigit(byte)) return failed;
        this.#seen += 1;
        return this.#seen === 4 ? inString : inHex;
      case inLiteral:
        if (byte !== this.#literal[this.#seen]) return failed;
        this.#seen += 1;
        return this.#seen === this.#literal.length ? afterValue : inLiteral;
      case atValue:
      case atValueOrEnd:
        if (isSpace(byte)) return this.#state;
        if (byte === closeArray && this.#state === atValueOrEnd) return this.#close(place);
        return this.#value(byte);
      case afterValue:
        return this.#afterValue(byte, place);
      case atKey:
      case atKeyOrEnd:
        if (isSpace(byte)) return this.#state;
        if (byte === closeObject && this.#state === atKeyOrEnd) return this.#close(place);
        this.#isKey = true;
        return byte === quote ? inString : failed;
      case afterKey:
        if (byte === colon) return atValue;
        return isSpace(byte) ? afterKey : failed;
      case atStart:
        if (isSpace(byte)) return atStart;
        if (byte !== openObject) return failed;
        this.start = place;
        return this.#open(true);
      case atEnd:
        return isSpace(byte) ? atEnd : failed;
      default:
        return this.#number(byte, place);
    }
  }

  #value(byte: number): number {
    if (byte === quote) {
      this.#isKey = false;
      return inString;
    }
    if (byte === openObject || byte === openArray) return this.#open(byte === openObject);
    if (byte === minus) return afterSign;
    if (isDigit(byte)) return byte === zero ? afterZero : inInteger;
    const literal = literals.get(byte);
    if (literal === undefined) return failed;
    this.#literal = literal;
    this.#seen = 0;
    return inLiteral;
  }

  #afterValue(byte: number, place: number): number {
    if (isSpace(byte)) return afterValue;
    const inObject = this.#isInObject();
    if (byte === comma) return inObject ? atKey : atValue;
    return byte === (inObject ? closeObject : closeArray) ? this.#close(place) : failed;
  }

  /** RFC 8259, section 6. A number ends with the first byte that cannot belong to it. */
  #number(byte: number, place: number): number {
    const digit = isDigit(byte);
    switch (this.#state) {
      case afterSign:
        if (!digit) return failed;
        return byte === zero ? afterZero : inInteger;
      case afterPoint:
        return digit ? inFraction : failed;
      case afterExponent:
        if (byte === plus || byte === minus) return afterExponentSign;
        return digit ? inExponent : failed;
      case afterExponentSign:
        return digit ? inExponent : failed;
    }
    if (digit) return this.#state === afterZero ? failed : this.#state;
    const isInteger = this.#state === afterZero || this.#state === inInteger;
    if (byte === dot && isInteger) return afterPoint;
    const isExponent = byte === 0x65 || byte === 0x45;
    if (isExponent && this.#state !== inExponent) return afterExponent;
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
    return isObject ? atKeyOrEnd : atValueOrEnd;
  }

  #close(place: number): number {
    this.#depth -= 1;
    if (this.#depth > 0) return afterValue;
    this.end = place + 1;
    return atEnd;
  }

  #isInObject(): boolean {
    const level = this.#depth - 1;
    return ((this.#objects[level >> 3] ?? 0) & (1 << (level & 7))) !== 0;
  }
}

/** The place of the next quote, backslash or control character of a string. */
function endOfPlain(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 || byte === quote || byte === backslash) break;
  }
  return at;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine;
}

function isHexDigit(byte: number): boolean {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}
