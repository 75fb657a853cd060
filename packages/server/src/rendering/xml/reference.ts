import { isNameCharacter, isNameStart, isReferable } from './characters.ts';

const PREDEFINED = new Set(['amp', 'gt', 'lt', 'quot', 'apos']);
/** A longer name is none of the predefined ones. */
const LONGEST_PREDEFINED = 4;

const [HASH, SEMICOLON, LOWER_X] = [0x23, 0x3b, 0x78];

/** One reference to a character or an entity (XML 1.0, section 4.1), from what follows `&`. */
export class XmlReference {
  #kind: 'unknown' | 'name' | 'unknownNumber' | 'decimal' | 'hexadecimal' = 'unknown';
  #name = '';
  #length = 0;
  #number = 0;

  begin(): void {
    this.#kind = 'unknown';
    this.#name = '';
    this.#length = 0;
    this.#number = 0;
  }

  /**
   * Takes the next character. `anyName`: there was a document type declaration, and what that does not declare
   * itself, a file it names may.
   */
  take(code: number, anyName: boolean, isVersion11: boolean): 'more' | 'complete' | 'wrong' {
    if (code === SEMICOLON) return this.#isRight(anyName, isVersion11) ? 'complete' : 'wrong';
    switch (this.#kind) {
      case 'unknown':
        if (code === HASH) this.#kind = 'unknownNumber';
        else if (isNameStart(code)) {
          this.#kind = 'name';
          return this.#addToName(code);
        } else return 'wrong';
        return 'more';
      case 'name':
        return isNameCharacter(code) ? this.#addToName(code) : 'wrong';
      case 'unknownNumber':
        this.#kind = code === LOWER_X ? 'hexadecimal' : 'decimal';
        return code === LOWER_X ? 'more' : this.#addDigit(code, 10);
      case 'decimal':
        return this.#addDigit(code, 10);
      case 'hexadecimal':
        return this.#addDigit(code, 16);
    }
  }

  #addToName(code: number): 'more' {
    if (this.#length <= LONGEST_PREDEFINED) this.#name += String.fromCodePoint(code);
    this.#length += 1;
    return 'more';
  }

  #addDigit(code: number, base: number): 'more' | 'wrong' {
    const lower = code | 0x20;
    let digit = code - 0x30;
    if (base === 16 && lower >= 0x61 && lower <= 0x66) digit = lower - 0x57;
    else if (digit < 0 || digit > 9) return 'wrong';
    this.#length += 1;
    // Any number past the last character is as wrong as the next.
    this.#number = Math.min(this.#number * base + digit, 0x110000);
    return 'more';
  }

  #isRight(anyName: boolean, isVersion11: boolean): boolean {
    if (this.#length === 0) return false;
    if (this.#kind !== 'name') return isReferable(this.#number, isVersion11);
    return anyName || PREDEFINED.has(this.#name);
  }
}
