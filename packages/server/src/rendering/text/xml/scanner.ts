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

const [bang, doubleQuote, ampersand, singleQuote, hyphen, slash] = [
  0x21, 0x22, 0x26, 0x27, 0x2d, 0x2f,
];
const [less, equals, greater, question, closeBracket] = [0x3c, 0x3d, 0x3e, 0x3f, 0x5d];

/** The states: the part of a document that the next character may belong to. */
const inText = 0;
const inReference = 1;
const inMarkup = 2;
const afterBang = 3;
const inComment = 4;
const afterCommentHyphen = 5;
const atCommentEnd = 6;
const inCdata = 7;
const afterCdataBracket = 8;
const atCdataEnd = 9;
const inInstruction = 10;
const inStartTag = 11;
const inEmptyTag = 12;
const betweenAttributes = 13;
const inAttribute = 14;
const afterAttribute = 15;
const beforeValue = 16;
const inValue = 17;
const afterValue = 18;
const inEndTag = 19;
const afterEndName = 20;
const inDoctype = 21;
const failed = 22;

/** The states that a plain character does not change. */
const statesOfText: readonly boolean[] = Array.from({ length: failed }, (_, state) =>
  [inComment, inCdata, inValue].includes(state),
);

/** The words that may follow `<!` in a document, by their first characters. */
const wordsAfterBang = new Map([
  [0x2d, { word: '--', state: inComment }],
  [0x5b, { word: '[CDATA[', state: inCdata }],
  [0x44, { word: 'DOCTYPE', state: inDoctype }],
]);

/**
 * Says whether UTF-8 text that comes in pieces is a well-formed XML document, as a processor sees it that reads
 * no external files. Nothing is expanded: an entity that the document declares stands for nothing here. It looks
 * at each character once and keeps the names of open elements (`names.ts` has the limits).
 */
export class XmlScanner {
  #state = inText;
  readonly #open = new OpenElements();
  readonly #attributes = new Attributes();
  readonly #reference = new XmlReference();
  readonly #instruction = new XmlInstruction();
  readonly #doctype = new XmlDoctype();
  /** The state around the reference, and the quote that the attribute's value began with. */
  #outer = inText;
  #quote = 0;
  /** Brackets in a row in a text: `]]>` may not stand there. */
  #brackets = 0;
  /** The word that has to follow `<!`, and how many characters of it were seen. */
  #expected: { word: string; state: number } | undefined;
  #seen = 0;
  #isAtStart = true;
  #hasRoot = false;
  #hasDoctype = false;
  #isVersion11 = false;

  get failed(): boolean {
    return this.#state === failed;
  }

  /** Whether all that was fed is one document. */
  get isDocument(): boolean {
    return this.#state === inText && this.#hasRoot && this.#open.count === 0;
  }

  /** Takes valid UTF-8 that does not end within a character. */
  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#state !== failed; ) {
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
    if (this.#state !== inText || this.#open.count === 0) return statesOfText[this.#state] === true;
    this.#brackets = 0;
    return true;
  }

  #take(code: number, bytes: Uint8Array, at: number, length: number): number {
    if (!isAllowed(code, this.#isVersion11)) return failed;
    switch (this.#state) {
      case inStartTag:
        return isNameCharacter(code) ? this.#pushName(bytes, at, length) : this.#afterName(code);
      case inAttribute:
        if (isNameCharacter(code)) return this.#pushAttribute(bytes, at, length);
        if (code === equals) return beforeValue;
        return isSpace(this.#normal(code)) ? afterAttribute : failed;
      case inEndTag:
        if (!isNameCharacter(code)) return this.#afterEndName(code);
        for (let index = at; index < at + length; index++) this.#open.compare(bytes[index] ?? 0);
        return inEndTag;
      case inMarkup:
        this.#isAtStart &&= code === question;
        if (!isNameStart(code)) return this.#markup(code);
        if (this.#hasRoot && this.#open.count === 0) return failed;
        this.#hasRoot = true;
        return this.#pushName(bytes, at, length);
      case betweenAttributes:
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
      if (!this.#open.push(bytes[index] ?? 0)) return failed;
    }
    return inStartTag;
  }

  #pushAttribute(bytes: Uint8Array, at: number, length: number): number {
    for (let index = at; index < at + length; index++) this.#attributes.push(bytes[index] ?? 0);
    return inAttribute;
  }

  /** Behind the name of an element, behind one of its attributes, or in the space after them. */
  #afterName(code: number): number {
    if (code === slash) return inEmptyTag;
    if (code !== greater) return isSpace(this.#normal(code)) ? betweenAttributes : failed;
    this.#attributes.clear();
    this.#open.open();
    return this.#beginText();
  }

  #afterEndName(code: number): number {
    if (code === greater) return this.#open.close() ? this.#beginText() : failed;
    return isSpace(this.#normal(code)) ? afterEndName : failed;
  }

  #beginText(): number {
    this.#brackets = 0;
    return inText;
  }

  #markup(code: number): number {
    this.#seen = 0;
    if (code === bang) return afterBang;
    if (code === question) {
      this.#instruction.begin(this.#isAtStart);
      this.#isAtStart = false;
      return inInstruction;
    }
    if (code !== slash) return failed;
    this.#open.beginEnd();
    return inEndTag;
  }

  #content(code: number): number {
    switch (this.#state) {
      case inText:
        return this.#text(code);
      case inReference: {
        const taken = this.#reference.take(code, this.#hasDoctype, this.#isVersion11);
        if (taken === 'complete') return this.#outer;
        return taken === 'more' ? inReference : failed;
      }
      case inValue:
        if (code === ampersand) return this.#beginReference(inValue);
        if (code !== this.#quote) return code === less ? failed : inValue;
        return this.#attributes.add() ? afterValue : failed;
      case afterValue:
        return this.#afterName(code);
      case afterAttribute:
        if (code === equals) return beforeValue;
        return isSpace(code) ? afterAttribute : failed;
      case beforeValue:
        this.#quote = code;
        if (code === doubleQuote || code === singleQuote) return inValue;
        return isSpace(code) ? beforeValue : failed;
      case inEmptyTag:
        if (code !== greater) return failed;
        this.#attributes.clear();
        this.#open.discard();
        return this.#beginText();
      case afterEndName:
        return this.#afterEndName(code);
      case inComment:
        return code === hyphen ? afterCommentHyphen : inComment;
      case afterCommentHyphen:
        return code === hyphen ? atCommentEnd : inComment;
      case atCommentEnd:
        return code === greater ? this.#beginText() : failed;
      case inCdata:
        return code === closeBracket ? afterCdataBracket : inCdata;
      case afterCdataBracket:
        return code === closeBracket ? atCdataEnd : inCdata;
      case atCdataEnd:
        if (code === greater) return this.#beginText();
        return code === closeBracket ? atCdataEnd : inCdata;
      case afterBang:
        return this.#afterBang(code);
      case inDoctype: {
        const taken = this.#doctype.take(code);
        this.#hasDoctype = taken === 'complete';
        return this.#hasDoctype ? this.#beginText() : taken === 'more' ? inDoctype : failed;
      }
      default: {
        const taken = this.#instruction.take(code);
        this.#isVersion11 ||= this.#instruction.isVersion11;
        return taken === 'complete' ? this.#beginText() : taken === 'more' ? inInstruction : failed;
      }
    }
  }

  #text(code: number): number {
    if (code === less) return inMarkup;
    this.#isAtStart = false;
    if (this.#open.count === 0) return isSpace(code) ? inText : failed;
    if (code === ampersand) return this.#beginReference(inText);
    if (code === greater && this.#brackets >= 2) return failed;
    this.#brackets = code === closeBracket ? this.#brackets + 1 : 0;
    return inText;
  }

  #beginReference(outer: number): number {
    this.#outer = outer;
    this.#brackets = 0;
    this.#reference.begin();
    return inReference;
  }

  #afterBang(code: number): number {
    if (this.#seen === 0) this.#expected = wordsAfterBang.get(code);
    const { word = '', state = failed } = this.#expected ?? {};
    if (code !== word.charCodeAt(this.#seen)) return failed;
    this.#seen += 1;
    if (this.#seen < word.length) return afterBang;
    if (state === inCdata && this.#open.count === 0) return failed;
    if (state === inDoctype && (this.#hasDoctype || this.#hasRoot)) return failed;
    return state;
  }
}
