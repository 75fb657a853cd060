import { hiddenValue } from '../rules.ts';

/** What becomes of the parts of a text. */
export interface PairRules {
  isSecret(name: string): boolean;
  /** What is shown of a piece between delimiters: a name, a value, or neither. */
  piece(piece: string): string;
}

/**
 * A text in which values of secret names are hidden: in the queries and fragments of URLs (`?token=1`, `&`, `#`, `;`), wherever else names
 * and values stand with `=` between them (`password = 1`), and behind a quoted name (`"token":`) of what is no whole JSON. Where it is not
 * clear how far a value goes, more is hidden. It takes time linear in the text.
 */
export function withoutSecretPairs(text: string, rules: PairRules): string {
  return new PairReader(text, rules).read();
}

/** A URL, with a scheme or without, or a query alone may have spaces in it. In any other text they end values. */
const url = /^\s*(?:[a-z][a-z0-9+.-]*:(?=\S)|[/?#]|[^\s=]*=)/i;

const ampersand = 0x26;
const equals = 0x3d;
const colon = 0x3a;
const question = 0x3f;
const hash = 0x23;
const backslash = 0x5c;

class PairReader {
  readonly #text: string;
  readonly #rules: PairRules;
  readonly #isUrl: boolean;
  readonly #pieces: string[] = [];
  /** What stands before this index is in the pieces. */
  #written = 0;
  /** The piece between delimiters begins here. */
  #piece = 0;
  /** The index of the last `=` that was read. */
  #equals = -1;

  constructor(text: string, rules: PairRules) {
    this.#text = text;
    this.#rules = rules;
    this.#isUrl = url.test(text);
  }

  read(): string {
    const text = this.#text;
    let hasQuery = false;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === equals) at = this.#readValue(at);
      else if (code === colon) {
        if (!this.#isBehindSecretName(at)) continue;
        this.#hide(at + 1, text.length);
        break;
      } else if (code === question && this.#isUrl) {
        // Any further one belongs to a name or a value.
        if (!hasQuery) this.#endPiece(at);
        hasQuery = true;
      } else if (this.#isDelimiter(code)) this.#endPiece(at);
    }
    this.#endPiece(text.length);
    if (this.#written === 0) return text;
    return this.#pieces.join('') + text.slice(this.#written);
  }

  /** Reads on behind a name, at `=`. Gives the index before the one to read on from. */
  #readValue(at: number): number {
    const isSecret = this.#rules.isSecret(this.#nameBefore(at));
    this.#equals = at;
    this.#endPiece(at);
    if (!isSecret) return at;
    const start = this.#startOfValue(at + 1);
    const end = this.#endOfValue(start);
    // The end of a text in base64 is no value.
    if (isFilling(this.#text, start, end)) return at;
    this.#hide(start, end);
    return end - 1;
  }

  /** The name that ends there. In a text a quote and spaces may stand between it and its `=`. */
  #nameBefore(at: number): string {
    const text = this.#text;
    if (this.#isUrl || this.#piece < at) return text.slice(this.#piece, at);
    // No character is looked at for two of them.
    const first = Math.max(this.#equals + 1, this.#written);
    let end = at;
    while (end > first && this.#isDelimiter(text.charCodeAt(end - 1))) end -= 1;
    let start = end;
    while (start > first && !this.#isDelimiter(text.charCodeAt(start - 1))) start -= 1;
    return text.slice(start, end);
  }

  /** In a text a value may stand behind spaces, and behind the rest of `==` or `=>`. */
  #startOfValue(from: number): number {
    const text = this.#text;
    if (this.#isUrl) return from;
    let start = from;
    while (beforeValues.includes(text.charCodeAt(start))) start += 1;
    return start;
  }

  #hide(from: number, to: number): void {
    this.#pieces.push(this.#text.slice(this.#written, from), hiddenValue);
    this.#written = to;
    this.#piece = to;
  }

  #endPiece(at: number): void {
    const piece = this.#text.slice(this.#piece, at);
    const shown = piece.includes('%') ? this.#rules.piece(piece) : piece;
    if (shown !== piece) {
      this.#pieces.push(this.#text.slice(this.#written, this.#piece), shown);
      this.#written = at;
    }
    this.#piece = at + 1;
  }

  #isDelimiter(code: number): boolean {
    if (code === ampersand || code === hash) return true;
    return !this.#isUrl && (endsValue(code) || betweenWords.includes(code));
  }

  /** What follows a value and is no pair itself is a part of it: an `&` that was not encoded. */
  #endOfValue(from: number): number {
    const text = this.#text;
    const quote = text.charAt(from);
    if (!this.#isUrl && (quote === '"' || quote === "'")) return endOfQuoted(text, from);
    let end = -1;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (!this.#isUrl && endsValue(code)) return at;
      if (code === ampersand || code === hash) end = at;
      else if (code === equals && end !== -1) return end;
    }
    return text.length;
  }

  /** Whether a colon stands behind a secret name in quotes, which may have backslashes before them. */
  #isBehindSecretName(at: number): boolean {
    const text = this.#text;
    let end = at;
    while (end > this.#written && isSpace(text.charCodeAt(end - 1))) end -= 1;
    const quote = text.charCodeAt(end - 1);
    if (!quotes.includes(quote)) return false;
    end -= 1;
    while (text.charCodeAt(end - 1) === backslash) end -= 1;
    let start = end;
    while (start > this.#written && !endsNameBefore(text.charCodeAt(start - 1), quote)) start -= 1;
    return start < end && this.#rules.isSecret(withoutEscapes(text.slice(start, end)));
  }
}

/** Of names in JSON that is in no string of its own. */
function withoutEscapes(name: string): string {
  return name.replace(/(?<!\\)\\+u([0-9a-f]{4})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const quotes = [0x22, 0x27, 0x60];
/** `'`, backtick, `(`, `)`, `,`, `;`, `{`, `|`, `}`, `?` */
const betweenWords = [0x27, 0x60, 0x28, 0x29, 0x2c, 0x3b, 0x7b, 0x7c, 0x7d, question];

/** Tab, space, no-break space, `=`, `>` */
const beforeValues = [0x09, 0x20, 0xa0, equals, 0x3e];

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0;
}

/** In a text: encoders of URLs leave other quotes as they are. */
function endsValue(code: number): boolean {
  return isSpace(code) || code === 0x22 || code === 0x3c || code === 0x3e;
}

/** Names end at colons too, so that no character is looked at twice. */
function endsNameBefore(code: number, quote: number): boolean {
  return code === quote || code === colon;
}

function isFilling(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) !== equals) return false;
  return true;
}

function endOfQuoted(text: string, from: number): number {
  const quote = text.charCodeAt(from);
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at + 1;
  }
  return text.length;
}
