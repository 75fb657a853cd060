const [bang, doubleQuote, singleQuote, hyphen] = [0x21, 0x22, 0x27, 0x2d];
const [less, greater, question, openBracket, closeBracket] = [0x3c, 0x3e, 0x3f, 0x5b, 0x5d];

/** The states: in the declaration, in its internal subset, or in something within that. */
const inDeclaration = 0;
const inDeclarationLiteral = 1;
const inSubset = 2;
const inSubsetLiteral = 3;
const inMarkup = 4;
const afterBang = 5;
const afterBangHyphen = 6;
const inComment = 7;
const afterCommentHyphen = 8;
const atCommentEnd = 9;
const inInstruction = 10;
const atInstructionEnd = 11;

/**
 * A document type declaration, from behind `<!DOCTYPE` on. It is only skipped: its content is a matter of
 * validation.
 */
export class XmlDoctype {
  #place = inDeclaration;
  #quote = 0;

  take(code: number): 'more' | 'complete' | 'wrong' {
    if (this.#place === inDeclaration && code === greater) return 'complete';
    if (this.#place === atCommentEnd && code !== greater) return 'wrong';
    this.#place = this.#next(code);
    return 'more';
  }

  #next(code: number): number {
    switch (this.#place) {
      case inDeclaration:
        if (code === openBracket) return inSubset;
        return this.#isQuote(code) ? inDeclarationLiteral : inDeclaration;
      case inDeclarationLiteral:
        return code === this.#quote ? inDeclaration : inDeclarationLiteral;
      case inSubset:
        if (code === less) return inMarkup;
        if (code === closeBracket) return inDeclaration;
        return this.#isQuote(code) ? inSubsetLiteral : inSubset;
      case inSubsetLiteral:
        return code === this.#quote ? inSubset : inSubsetLiteral;
      case inMarkup:
        if (code === bang) return afterBang;
        return code === question ? inInstruction : inSubset;
      case afterBang:
        return code === hyphen ? afterBangHyphen : inSubset;
      case afterBangHyphen:
        return code === hyphen ? inComment : inSubset;
      case inComment:
        return code === hyphen ? afterCommentHyphen : inComment;
      case afterCommentHyphen:
        return code === hyphen ? atCommentEnd : inComment;
      case inInstruction:
        return code === question ? atInstructionEnd : inInstruction;
      case atInstructionEnd:
        return code === greater ? inSubset : atInstructionEnd;
      default:
        return inSubset;
    }
  }

  #isQuote(code: number): boolean {
    if (code !== doubleQuote && code !== singleQuote) return false;
    this.#quote = code;
    return true;
  }
}
