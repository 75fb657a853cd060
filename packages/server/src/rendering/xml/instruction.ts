import { isNameCharacter, isNameStart, isSpace } from './characters.ts';

const [QUESTION, GREATER] = [0x3f, 0x3e];

/** XML 1.0, section 2.8: what stands between `<?xml` and `?>`. */
const DECLARATION =
  /^[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])(1\.[0-9]+)\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])[A-Za-z][\w.-]*\3)?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(?:yes|no)\4)?[ \t\r\n]*$/;
const LONGEST_DECLARATION = 1_000;

/** A processing instruction or the XML declaration, from what follows `<?`. */
export class XmlInstruction {
  #part: 'target' | 'declaration' | 'content' | 'end' = 'target';
  #mayDeclare = false;
  #isDeclaration = false;
  /** The target's first letters, or what the declaration says. */
  #text = '';
  isVersion11 = false;

  /** `mayDeclare`: nothing stands before it. */
  begin(mayDeclare: boolean): void {
    this.#part = 'target';
    this.#mayDeclare = mayDeclare;
    this.#isDeclaration = false;
    this.#text = '';
  }

  take(code: number): 'more' | 'complete' | 'wrong' {
    switch (this.#part) {
      case 'target':
        return this.#target(code);
      case 'content':
        if (code === QUESTION) this.#part = 'end';
        return 'more';
      case 'declaration':
        if (code === QUESTION) this.#part = 'end';
        // What counts in it is ASCII: another character makes it as wrong as any.
        else this.#text += String.fromCharCode(code);
        return this.#text.length > LONGEST_DECLARATION ? 'wrong' : 'more';
      case 'end':
        if (this.#isDeclaration) return code === GREATER && this.#declares() ? 'complete' : 'wrong';
        if (code === GREATER) return 'complete';
        if (code !== QUESTION) this.#part = 'content';
        return 'more';
    }
  }

  #target(code: number): 'more' | 'wrong' {
    if (this.#text === '' ? isNameStart(code) : isNameCharacter(code)) {
      if (this.#text.length < 4) this.#text += String.fromCodePoint(code);
      return 'more';
    }
    if (this.#text === '' || !(isSpace(code) || code === QUESTION)) return 'wrong';
    this.#part = code === QUESTION ? 'end' : 'content';
    if (this.#text.toLowerCase() !== 'xml') return 'more';
    if (this.#text !== 'xml' || !this.#mayDeclare || code === QUESTION) return 'wrong';
    this.#isDeclaration = true;
    this.#part = 'declaration';
    this.#text = ' ';
    return 'more';
  }

  #declares(): boolean {
    const declared = DECLARATION.exec(this.#text);
    this.isVersion11 = declared !== null && declared[2] !== '1.0';
    return declared !== null;
  }
}
