import { isNameCharacter, isNameStart, isReferable } from './characters.ts';

const predefined = new Set(['amp', 'gt', 'lt', 'quot', 'apos']);
/** Longer names are not predefined. */
const longestPredefinedCharacters = 4;

const [hash, semicolon, lowerX] = [0x23, 0x3b, 0x78];

/** One reference to a character or an entity (XML 1.0, section 4.1), from behind `&` on. */
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
   * Takes the next character. `anyName`: there was a document type declaration, so any entity may be declared in it
   * or in a file that it names.
   */
  take(code: number, anyName: boolean, isVersion11: boolean): 'more' | 'complete' | 'wrong' {
    if (code === semicolon) return this.#isRight(anyName, isVersion11) ? 'complete' : 'wrong';
    switch (this.#kind) {
      case 'unknown':
        if (code === hash) this.#kind = 'unknownNumber';
        else if (isNameStart(code)) {
          this.#kind = 'name';
          return this.#addToName(code);
        } else return 'wrong';
        return 'more';
      case 'name':
        return isNameCharacter(code) ? this.#addToName(code) : 'wrong';
      case 'unknownNumber':
        this.#kind = code === lowerX ? 'hexadecimal' : 'decimal';
        return code === lowerX ? 'more' : this.#addDigit(code, 10);
      case 'decimal':
        return this.#addDigit(code, 10);
      case 'hexadecimal':
        return this.#addDigit(code, 16);
    }
  }

  #addToName(code: number): 'more' {
    if (this.#length <= longestPredefinedCharacters) this.#name += String.fromCodePoint(code);
    this.#length += 1;
    return 'more';
  }

  #addDigit(code: number, base: number): 'more' | 'wrong' {
    const lower = code | 0x20;
    let digit = code - 0x30;
    if (base === 16 && lower >= 0x61 && lower <= 0x66) digit = lower - 0x57;
    else if (digit < 0 || digit > 9) return 'wrong';
    this.#length += 1;
    // All numbers past the last character are equally wrong.
    this.#number = Math.min(this.#number * base + digit, 0x110000);
    return 'more';
  }

  #isRight(anyName: boolean, isVersion11: boolean): boolean {
    if (this.#length === 0) return false;
    if (this.#kind !== 'name') return isReferable(this.#number, isVersion11);
    return anyName || predefined.has(this.#name);
  }
}
