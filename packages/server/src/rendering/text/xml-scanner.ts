import { SaxesParser } from 'saxes';

/** Deeper documents, and elements with more attributes, count as not well-formed: the parser keeps an object for each. */
const maxDepth = 10_000;
const maxAttributes = 10_000;

/**
 * Says whether UTF-8 text that comes in pieces is a well-formed XML document, as a processor sees it that reads no external files. An
 * entity may be declared in a document type declaration, which is not looked at.
 */
export class XmlScanner {
  readonly #parser = new SaxesParser();
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #depth = 0;
  #attributes = 0;
  #hasFailed = false;

  constructor() {
    const parser = this.#parser;
    // It throws, since the parser would go on to the end of the piece.
    const fail = () => {
      throw new NotWellFormed();
    };
    let hasDoctype = false;
    parser.on('doctype', () => {
      hasDoctype = true;
    });
    parser.on('error', ({ message }) => {
      if (!(hasDoctype && message.endsWith('undefined entity.'))) fail();
    });
    parser.on('opentagstart', () => {
      this.#attributes = 0;
      this.#depth += 1;
      if (this.#depth > maxDepth) fail();
    });
    parser.on('attribute', () => {
      this.#attributes += 1;
      if (this.#attributes > maxAttributes) fail();
    });
    parser.on('closetag', () => {
      this.#depth -= 1;
    });
  }

  get failed(): boolean {
    return this.#hasFailed;
  }

  /** Takes UTF-8 that does not end within a character. */
  feed(bytes: Uint8Array): void {
    this.#attempt(() => this.#parser.write(this.#decoder.decode(bytes, { stream: true })));
  }

  /** Ends the text. Returns whether all that was fed is one document. */
  end(): boolean {
    this.#attempt(() => this.#parser.close());
    return !this.#hasFailed;
  }

  #attempt(step: () => void): void {
    if (this.#hasFailed) return;
    try {
      step();
    } catch (error) {
      if (!(error instanceof NotWellFormed)) throw error;
      this.#hasFailed = true;
    }
  }
}

class NotWellFormed extends Error {}
