const [BANG, DOUBLE, SINGLE, HYPHEN] = [0x21, 0x22, 0x27, 0x2d];
const [LESS, GREATER, QUESTION, OPEN_BRACKET, CLOSE_BRACKET] = [0x3c, 0x3e, 0x3f, 0x5b, 0x5d];

/** Where it stands: in the declaration, in its internal subset, or in something within that. */
const DECLARATION = 0;
const DECLARATION_LITERAL = 1;
const SUBSET = 2;
const SUBSET_LITERAL = 3;
const MARKUP = 4;
const MARKUP_BANG = 5;
const MARKUP_HYPHEN = 6;
const COMMENT = 7;
const COMMENT_HYPHEN = 8;
const COMMENT_END = 9;
const INSTRUCTION = 10;
const INSTRUCTION_END = 11;

/**
 * A document type declaration, from what follows `<!DOCTYPE`. It is only skipped: a document has at most one,
 * and what that declares is checked by those who validate.
 */
export class XmlDoctype {
  #place = DECLARATION;
  #quote = 0;

  take(code: number): 'more' | 'complete' | 'wrong' {
    if (this.#place === DECLARATION && code === GREATER) return 'complete';
    if (this.#place === COMMENT_END && code !== GREATER) return 'wrong';
    this.#place = this.#next(code);
    return 'more';
  }

  #next(code: number): number {
    switch (this.#place) {
      case DECLARATION:
        if (code === OPEN_BRACKET) return SUBSET;
        return this.#isQuote(code) ? DECLARATION_LITERAL : DECLARATION;
      case DECLARATION_LITERAL:
        return code === this.#quote ? DECLARATION : DECLARATION_LITERAL;
      case SUBSET:
        if (code === LESS) return MARKUP;
        if (code === CLOSE_BRACKET) return DECLARATION;
        return this.#isQuote(code) ? SUBSET_LITERAL : SUBSET;
      case SUBSET_LITERAL:
        return code === this.#quote ? SUBSET : SUBSET_LITERAL;
      case MARKUP:
        if (code === BANG) return MARKUP_BANG;
        return code === QUESTION ? INSTRUCTION : SUBSET;
      case MARKUP_BANG:
        return code === HYPHEN ? MARKUP_HYPHEN : SUBSET;
      case MARKUP_HYPHEN:
        return code === HYPHEN ? COMMENT : SUBSET;
      case COMMENT:
        return code === HYPHEN ? COMMENT_HYPHEN : COMMENT;
      case COMMENT_HYPHEN:
        return code === HYPHEN ? COMMENT_END : COMMENT;
      case INSTRUCTION:
        return code === QUESTION ? INSTRUCTION_END : INSTRUCTION;
      case INSTRUCTION_END:
        return code === GREATER ? SUBSET : INSTRUCTION_END;
      default:
        return SUBSET;
    }
  }

  #isQuote(code: number): boolean {
    if (code !== DOUBLE && code !== SINGLE) return false;
    this.#quote = code;
    return true;
  }
}
