import { isNameCharacter, isNameStart, isSpace } from './characters.ts';

const [question, greater] = [0x3f, 0x3e];

/** The text between `<?xml` and `?>` (XML 1.0, section 2.8). */
const declaration =
  /^[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])(1\.[0-9]+)\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])[A-Za-z][\w.-]*\3)?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(?:yes|no)\4)?[ \t\r\n]*$/;
const longestDeclarationCharacters = 1000;

/** A processing instruction or the XML declaration, from behind `<?` on. */
export class XmlInstruction {
  #part: 'target' | 'declaration' | 'content' | 'end' = 'target';
  #mayDeclare = false;
  #isDeclaration = false;
  /** The first letters of the target, or the text of the declaration. */
  #text = '';
  isVersion11 = false;

  /** `mayDeclare`: it stands at the very start, so it may be the XML declaration. */
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
        if (code === question) this.#part = 'end';
        return 'more';
      case 'declaration':
        if (code === question) this.#part = 'end';
        // A declaration is ASCII: half of any other character is as wrong as the whole.
        else this.#text += String.fromCharCode(code);
        return this.#text.length > longestDeclarationCharacters ? 'wrong' : 'more';
      case 'end':
        if (this.#isDeclaration) return code === greater && this.#declares() ? 'complete' : 'wrong';
        if (code === greater) return 'complete';
        if (code !== question) this.#part = 'content';
        return 'more';
    }
  }

  #target(code: number): 'more' | 'wrong' {
    if (this.#text === '' ? isNameStart(code) : isNameCharacter(code)) {
      if (this.#text.length < 4) this.#text += String.fromCodePoint(code);
      return 'more';
    }
    if (this.#text === '' || !(isSpace(code) || code === question)) return 'wrong';
    this.#part = code === question ? 'end' : 'content';
    if (this.#text.toLowerCase() !== 'xml') return 'more';
    if (this.#text !== 'xml' || !this.#mayDeclare || code === question) return 'wrong';
    this.#isDeclaration = true;
    this.#part = 'declaration';
    this.#text = ' ';
    return 'more';
  }

  #declares(): boolean {
    const declared = declaration.exec(this.#text);
    this.isVersion11 = declared !== null && declared[2] !== '1.0';
    return declared !== null;
  }
}
