import {
  codePoint,
  isAllowed,
  isNameCharacter,
  isNameStart,
  isPlain,
  isSpace,
} from './characters.ts';
import { XmlDoctype } from './doctype.ts';
import { XmlInstruction } from './instruction.ts';
import { Attributes, OpenElements } from './names.ts';
import { XmlReference } from './reference.ts';

const [BANG, DOUBLE, AMPERSAND, SINGLE, HYPHEN, SLASH] = [0x21, 0x22, 0x26, 0x27, 0x2d, 0x2f];
const [LESS, EQUALS, GREATER, QUESTION, CLOSE_BRACKET] = [0x3c, 0x3d, 0x3e, 0x3f, 0x5d];

/** What the next character may belong to. */
const TEXT = 0;
const REFERENCE = 1;
const MARKUP = 2;
const MARKUP_BANG = 3;
const COMMENT = 4;
const COMMENT_HYPHEN = 5;
const COMMENT_END = 6;
const CDATA = 7;
const CDATA_BRACKET = 8;
const CDATA_END = 9;
const INSTRUCTION = 10;
const START_TAG = 11;
const EMPTY_TAG = 12;
const ATTRIBUTES = 13;
const ATTRIBUTE = 14;
const AFTER_ATTRIBUTE = 15;
const BEFORE_VALUE = 16;
const ATTRIBUTE_VALUE = 17;
const AFTER_VALUE = 18;
const END_TAG = 19;
const AFTER_END_NAME = 20;
const DOCTYPE = 21;
const FAILED = 22;

/** The states that a plain character does not change. */
const HOLDS_TEXT: readonly boolean[] = Array.from({ length: FAILED }, (_, state) =>
  [COMMENT, CDATA, ATTRIBUTE_VALUE].includes(state),
);

/** What may follow `<!` in a document, by its first character. */
const AFTER_BANG = new Map([
  [0x2d, { word: '--', state: COMMENT }],
  [0x5b, { word: '[CDATA[', state: CDATA }],
  [0x44, { word: 'DOCTYPE', state: DOCTYPE }],
]);

/**
 * Says whether UTF-8 text that comes in pieces is a well-formed XML document, as a processor sees it that reads
 * no external files. Nothing is expanded: an entity that the document declares stands for nothing here. It looks
 * at each character once and keeps the names of what is open (`names.ts` has the limits).
 */
export class XmlScanner {
  #state = TEXT;
  readonly #open = new OpenElements();
  readonly #attributes = new Attributes();
  readonly #reference = new XmlReference();
  readonly #instruction = new XmlInstruction();
  readonly #doctype = new XmlDoctype();
  /** The state that the reference stands in, and the quote that the attribute's value began with. */
  #outer = TEXT;
  #quote = 0;
  /** Brackets in a row in a text: `]]>` may not stand there. */
  #brackets = 0;
  /** What follows `<!`, and how much of it was seen. */
  #expected: { word: string; state: number } | undefined;
  #seen = 0;
  #isAtStart = true;
  #hasRoot = false;
  #hasDoctype = false;
  #isVersion11 = false;

  get failed(): boolean {
    return this.#state === FAILED;
  }

  /** Whether all that was fed is one document. */
  get isDocument(): boolean {
    return this.#state === TEXT && this.#hasRoot && this.#open.count === 0;
  }

  /** Takes valid UTF-8 that does not end within a character. */
  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#state !== FAILED; ) {
      const byte = bytes[at] ?? 0;
      if (isPlain[byte] === 1 && this.#holdsText()) {
        at += 1;
        continue;
      }
      const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      const code = byte < 0x80 ? byte : codePoint(bytes, at, length);
      this.#state = this.#take(code, bytes, at, length);
      at += length;
    }
  }

  #holdsText(): boolean {
    if (this.#state !== TEXT || this.#open.count === 0) return HOLDS_TEXT[this.#state] === true;
    this.#brackets = 0;
    return true;
  }

  #take(code: number, bytes: Uint8Array, at: number, length: number): number {
    if (!isAllowed(code, this.#isVersion11)) return FAILED;
    switch (this.#state) {
      case START_TAG:
        return isNameCharacter(code) ? this.#pushName(bytes, at, length) : this.#afterName(code);
      case ATTRIBUTE:
        if (isNameCharacter(code)) return this.#pushAttribute(bytes, at, length);
        if (code === EQUALS) return BEFORE_VALUE;
        return isSpace(this.#normal(code)) ? AFTER_ATTRIBUTE : FAILED;
      case END_TAG:
        if (!isNameCharacter(code)) return this.#afterEndName(code);
        for (let index = at; index < at + length; index++) this.#open.compare(bytes[index] ?? 0);
        return END_TAG;
      case MARKUP:
        this.#isAtStart &&= code === QUESTION;
        if (!isNameStart(code)) return this.#markup(code);
        if (this.#hasRoot && this.#open.count === 0) return FAILED;
        this.#hasRoot = true;
        return this.#pushName(bytes, at, length);
      case ATTRIBUTES:
        if (isNameStart(code)) return this.#pushAttribute(bytes, at, length);
        return this.#afterName(code);
      default:
        return this.#content(this.#normal(code));
    }
  }

  /** In XML 1.1 two more characters are line ends (section 2.11). */
  #normal(code: number): number {
    return this.#isVersion11 && (code === 0x85 || code === 0x2028) ? 0x0a : code;
  }

  #pushName(bytes: Uint8Array, at: number, length: number): number {
    for (let index = at; index < at + length; index++) {
      if (!this.#open.push(bytes[index] ?? 0)) return FAILED;
    }
    return START_TAG;
  }

  #pushAttribute(bytes: Uint8Array, at: number, length: number): number {
    for (let index = at; index < at + length; index++) this.#attributes.push(bytes[index] ?? 0);
    return ATTRIBUTE;
  }

  /** What follows the name of an element, one of its attributes, or the space after them. */
  #afterName(code: number): number {
    if (code === SLASH) return EMPTY_TAG;
    if (code !== GREATER) return isSpace(this.#normal(code)) ? ATTRIBUTES : FAILED;
    this.#attributes.clear();
    this.#open.open();
    return this.#beginText();
  }

  #afterEndName(code: number): number {
    if (code === GREATER) return this.#open.close() ? this.#beginText() : FAILED;
    return isSpace(this.#normal(code)) ? AFTER_END_NAME : FAILED;
  }

  #beginText(): number {
    this.#brackets = 0;
    return TEXT;
  }

  #markup(code: number): number {
    this.#seen = 0;
    if (code === BANG) return MARKUP_BANG;
    if (code === QUESTION) {
      this.#instruction.begin(this.#isAtStart);
      this.#isAtStart = false;
      return INSTRUCTION;
    }
    if (code !== SLASH) return FAILED;
    this.#open.beginEnd();
    return END_TAG;
  }

  #content(code: number): number {
    switch (this.#state) {
      case TEXT:
        return this.#text(code);
      case REFERENCE: {
        const taken = this.#reference.take(code, this.#hasDoctype, this.#isVersion11);
        if (taken === 'complete') return this.#outer;
        return taken === 'more' ? REFERENCE : FAILED;
      }
      case ATTRIBUTE_VALUE:
        if (code === AMPERSAND) return this.#beginReference(ATTRIBUTE_VALUE);
        if (code !== this.#quote) return code === LESS ? FAILED : ATTRIBUTE_VALUE;
        return this.#attributes.add() ? AFTER_VALUE : FAILED;
      case AFTER_VALUE:
        return this.#afterName(code);
      case AFTER_ATTRIBUTE:
        if (code === EQUALS) return BEFORE_VALUE;
        return isSpace(code) ? AFTER_ATTRIBUTE : FAILED;
      case BEFORE_VALUE:
        this.#quote = code;
        if (code === DOUBLE || code === SINGLE) return ATTRIBUTE_VALUE;
        return isSpace(code) ? BEFORE_VALUE : FAILED;
      case EMPTY_TAG:
        if (code !== GREATER) return FAILED;
        this.#attributes.clear();
        this.#open.discard();
        return this.#beginText();
      case AFTER_END_NAME:
        return this.#afterEndName(code);
      case COMMENT:
        return code === HYPHEN ? COMMENT_HYPHEN : COMMENT;
      case COMMENT_HYPHEN:
        return code === HYPHEN ? COMMENT_END : COMMENT;
      case COMMENT_END:
        return code === GREATER ? this.#beginText() : FAILED;
      case CDATA:
        return code === CLOSE_BRACKET ? CDATA_BRACKET : CDATA;
      case CDATA_BRACKET:
        return code === CLOSE_BRACKET ? CDATA_END : CDATA;
      case CDATA_END:
        if (code === GREATER) return this.#beginText();
        return code === CLOSE_BRACKET ? CDATA_END : CDATA;
      case MARKUP_BANG:
        return this.#afterBang(code);
      case DOCTYPE: {
        const taken = this.#doctype.take(code);
        this.#hasDoctype = taken === 'complete';
        return this.#hasDoctype ? this.#beginText() : taken === 'more' ? DOCTYPE : FAILED;
      }
      default: {
        const taken = this.#instruction.take(code);
        this.#isVersion11 ||= this.#instruction.isVersion11;
        return taken === 'complete' ? this.#beginText() : taken === 'more' ? INSTRUCTION : FAILED;
      }
    }
  }

  #text(code: number): number {
    if (code === LESS) return MARKUP;
    this.#isAtStart = false;
    if (this.#open.count === 0) return isSpace(code) ? TEXT : FAILED;
    if (code === AMPERSAND) return this.#beginReference(TEXT);
    if (code === GREATER && this.#brackets >= 2) return FAILED;
    this.#brackets = code === CLOSE_BRACKET ? this.#brackets + 1 : 0;
    return TEXT;
  }

  #beginReference(outer: number): number {
    this.#outer = outer;
    this.#brackets = 0;
    this.#reference.begin();
    return REFERENCE;
  }

  #afterBang(code: number): number {
    if (this.#seen === 0) this.#expected = AFTER_BANG.get(code);
    const { word = '', state = FAILED } = this.#expected ?? {};
    if (code !== word.charCodeAt(this.#seen)) return FAILED;
    this.#seen += 1;
    if (this.#seen < word.length) return MARKUP_BANG;
    if (state === CDATA && this.#open.count === 0) return FAILED;
    if (state === DOCTYPE && (this.#hasDoctype || this.#hasRoot)) return FAILED;
    return state;
  }
}
