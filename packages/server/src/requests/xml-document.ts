import {
  declaration,
  doctypeStart,
  equals,
  forbiddenCharacter,
  markupDeclarationStart,
  name,
  parameterReference,
  reference,
  space,
  tokenEnd,
  unquoted,
} from './xml-grammar.ts';

/**
 * Whether a text is a well-formed XML 1.0 document, as a processor sees it that reads no external
 * files and expands nothing. Where there is a document type declaration, any entity may be declared in
 * it, so references are checked for their form alone. Time and memory grow with the text's length.
 */
export function isWellFormedXml(text: string): boolean {
  if (forbiddenCharacter.test(text)) return false;
  return new XmlScanner(text).scan();
}

/** Each step moves `#at` past one token and says whether that token was well-formed. */
class XmlScanner {
  readonly #text: string;
  #at = 0;
  /** Where the name of each open element begins and ends, the outermost first: numbers, not texts. */
  readonly #open: number[] = [];
  #rootSeen = false;
  #doctypeSeen = false;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): boolean {
    this.#at = Math.max(0, tokenEnd(declaration, this.#text, 0));
    while (this.#at < this.#text.length) {
      if (!this.#step()) return false;
    }
    return this.#rootSeen && this.#open.length === 0;
  }

  #step(): boolean {
    const text = this.#text;
    if (text[this.#at] !== '<') return this.#characterData();
    switch (text[this.#at + 1]) {
      case '/':
        return this.#endTag();
      case '?':
        return this.#processingInstruction();
      case '!':
        if (text.startsWith('<!--', this.#at)) return this.#comment();
        if (text.startsWith('<![CDATA[', this.#at)) {
          return this.#open.length > 0 && this.#skipPast(']]>', 9);
        }
        return this.#doctype();
      default:
        return this.#startTag();
    }
  }

  /** Outside of the root there is only white space (productions 1, 22, 27). */
  #characterData(): boolean {
    const next = this.#text.indexOf('<', this.#at);
    const end = next === -1 ? this.#text.length : next;
    const data = this.#text.slice(this.#at, end);
    this.#at = end;
    if (this.#open.length === 0) return tokenEnd(space, data, 0) === data.length;
    return !data.includes(']]>') && this.#hasValidReferences(data);
  }

  #startTag(): boolean {
    const text = this.#text;
    const nameStart = this.#at + 1;
    const nameEnd = tokenEnd(name, text, nameStart);
    if (nameEnd === -1) return false;
    if (this.#open.length === 0 && this.#rootSeen) return false;
    this.#rootSeen = true;
    const seen = new Set<string>();
    for (this.#at = nameEnd; ; ) {
      const spaceEnd = tokenEnd(space, text, this.#at);
      if (text[spaceEnd] === '>') {
        this.#open.push(nameStart, nameEnd);
        this.#at = spaceEnd + 1;
        return true;
      }
      if (text.startsWith('/>', spaceEnd)) {
        this.#at = spaceEnd + 2;
        return true;
      }
      if (spaceEnd === this.#at) return false;
      this.#at = spaceEnd;
      if (!this.#attribute(seen)) return false;
    }
  }

  #attribute(seen: Set<string>): boolean {
    const text = this.#text;
    const nameEnd = tokenEnd(name, text, this.#at);
    if (nameEnd === -1) return false;
    const attribute = text.slice(this.#at, nameEnd);
    const quoteAt = tokenEnd(equals, text, nameEnd);
    const quote = text[quoteAt];
    if (seen.has(attribute) || (quote !== '"' && quote !== "'")) return false;
    seen.add(attribute);
    const end = text.indexOf(quote, quoteAt + 1);
    if (end === -1) return false;
    const value = text.slice(quoteAt + 1, end);
    this.#at = end + 1;
    return !value.includes('<') && this.#hasValidReferences(value);
  }

  #endTag(): boolean {
    const text = this.#text;
    const nameEnd = this.#open.pop();
    const nameStart = this.#open.pop();
    if (nameEnd === undefined || nameStart === undefined) return false;
    const element = text.slice(nameStart, nameEnd);
    if (!text.startsWith(element, this.#at + 2)) return false;
    const end = tokenEnd(space, text, this.#at + 2 + element.length);
    this.#at = end + 1;
    return text[end] === '>';
  }

  #comment(): boolean {
    const dashes = this.#text.indexOf('--', this.#at + 4);
    this.#at = dashes + 3;
    return dashes !== -1 && this.#text[dashes + 2] === '>';
  }

  /** The target `xml` belongs to the declaration at the very start. */
  #processingInstruction(): boolean {
    const targetEnd = tokenEnd(name, this.#text, this.#at + 2);
    if (targetEnd === -1) return false;
    if (this.#text.slice(this.#at + 2, targetEnd).toLowerCase() === 'xml') return false;
    const spaceEnd = tokenEnd(space, this.#text, targetEnd);
    if (spaceEnd === targetEnd && !this.#text.startsWith('?>', targetEnd)) return false;
    this.#at = spaceEnd;
    return this.#skipPast('?>', 0);
  }

  #doctype(): boolean {
    if (this.#doctypeSeen || this.#rootSeen) return false;
    this.#doctypeSeen = true;
    this.#at = tokenEnd(doctypeStart, this.#text, this.#at);
    if (this.#at === -1) return false;
    if (this.#text[this.#at] === '[' && !this.#internalSubset()) return false;
    return this.#text[this.#at++] === '>';
  }

  /** Declarations, comments, instructions and parameter references up to the `]` (production 28b). */
  #internalSubset(): boolean {
    const text = this.#text;
    for (this.#at++; ; ) {
      this.#at = tokenEnd(space, text, this.#at);
      if (text[this.#at] === ']') {
        this.#at = tokenEnd(space, text, this.#at + 1);
        return true;
      }
      if (text.startsWith('<!--', this.#at)) {
        if (!this.#comment()) return false;
      } else if (text.startsWith('<?', this.#at)) {
        if (!this.#processingInstruction()) return false;
      } else if (text[this.#at] === '%') {
        this.#at = tokenEnd(parameterReference, text, this.#at);
        if (this.#at === -1) return false;
      } else if (!this.#markupDeclaration()) {
        return false;
      }
    }
  }

  /** Its end is looked for, its inside is not read: nothing of it is shown or expanded. */
  #markupDeclaration(): boolean {
    const text = this.#text;
    this.#at = tokenEnd(markupDeclarationStart, text, this.#at);
    while (this.#at !== -1) {
      this.#at = tokenEnd(unquoted, text, this.#at);
      const quote = text[this.#at++];
      if (quote === '>') return true;
      if ((quote !== '"' && quote !== "'") || !this.#skipPast(quote, 0)) return false;
    }
    return false;
  }

  #skipPast(end: string, from: number): boolean {
    const found = this.#text.indexOf(end, this.#at + from);
    this.#at = found + end.length;
    return found !== -1;
  }

  #hasValidReferences(text: string): boolean {
    for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
      reference.lastIndex = at;
      const [, decimal, hexadecimal, entity] = reference.exec(text) ?? [];
      if (entity !== undefined) {
        if (!this.#doctypeSeen && !PREDEFINED.has(entity)) return false;
      } else {
        const number = decimal ? Number(decimal) : Number(`0x${hexadecimal}`);
        if (!isCharacter(number)) return false;
      }
    }
    return true;
  }
}

const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** Whether a number is a Char (production 2). NaN, for no reference at all, is none. */
function isCharacter(number: number): boolean {
  return number <= 0x10ffff && !forbiddenCharacter.test(String.fromCodePoint(number));
}
