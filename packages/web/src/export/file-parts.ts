/** Shorter texts are kept together until they have so many characters. */
const partCharacters = 1024 * 1024;

/** A file that grows by texts. What is written is given to the browser, which keeps it outside of the page's memory. */
export class FileParts {
  readonly #parts: Blob[] = [];
  #texts: string[] = [];
  #characters = 0;
  #bytes = 0;

  /** The size of the file so far: the latest texts count by their characters. */
  get size(): number {
    return this.#bytes + this.#characters;
  }

  write(text: string): void {
    this.#texts.push(text);
    this.#characters += text.length;
    if (this.#characters >= partCharacters) this.#give();
  }

  /** The whole file. With this type, browsers save it and never open it in the page. */
  toBlob(): Blob {
    this.#give();
    return new Blob(this.#parts, { type: 'application/octet-stream' });
  }

  #give(): void {
    const part = new Blob(this.#texts);
    this.#parts.push(part);
    this.#bytes += part.size;
    this.#texts = [];
    this.#characters = 0;
  }
}
