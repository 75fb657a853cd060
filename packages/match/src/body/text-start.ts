const byteOrderMark = '\uFEFF';

/** Compares a text that comes in chunks with a given one. */
export class TextComparison {
  readonly #text: string;
  #at = 0;
  #differs = false;

  constructor(text: string) {
    this.#text = text;
  }

  get differs(): boolean {
    return this.#differs;
  }

  push(chunk: string): void {
    if (!this.#text.startsWith(chunk, this.#at)) this.#differs = true;
    this.#at += chunk.length;
  }

  /** Whether all of the text was the given one. */
  end(): boolean {
    return !this.#differs && this.#at === this.#text.length;
  }
}

/** Tells whether a text that comes in chunks begins as XML does, with a byte order mark before it or not. */
export class XmlStart {
  #start = '';

  /** `undefined` while too little has come. */
  get isXml(): boolean | undefined {
    if (this.#text().startsWith('<?xml')) return true;
    return '<?xml'.startsWith(this.#text()) ? undefined : false;
  }

  push(chunk: string): void {
    if (this.#start.length < 6) this.#start += chunk.slice(0, 6);
  }

  #text(): string {
    return this.#start.startsWith(byteOrderMark) ? this.#start.slice(1) : this.#start;
  }
}

/** Whether a part of a body's text shows that the body is not text: bytes without a meaning in its charset, or NUL. */
export function isBinary(chunk: string): boolean {
  return chunk.includes('\uFFFD') || chunk.includes('\0');
}
