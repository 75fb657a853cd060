import { type CapturedRequestSummary, HookwellError } from '@hookwell/client';

/** Reads one text of a captured request from the service. */
export type FetchText = (id: number, signal: AbortSignal) => Promise<string>;

/** Texts of captured requests. Each is fetched once and kept for the next searches. */
export class FetchedTexts {
  readonly #fetch: FetchText;
  readonly #mostCharacters: number;
  /** The text that was used last stands last. */
  readonly #kept = new Map<number, string>();
  #keptCharacters = 0;

  /** @param mostCharacters past so many characters, the texts are dropped that were not used for the longest time */
  constructor(fetch: FetchText, mostCharacters: number) {
    this.#fetch = fetch;
    this.#mostCharacters = mostCharacters;
  }

  /** The text, if it is here already. */
  known({ id }: CapturedRequestSummary): string | undefined {
    const text = this.#kept.get(id);
    if (text !== undefined) {
      this.#kept.delete(id);
      this.#kept.set(id, text);
    }
    return text;
  }

  /**
   * Fetches the text. Gives `undefined` if the captured request was deleted meanwhile.
   * @throws {HookwellError} if the service does not answer
   */
  async read({ id }: CapturedRequestSummary, signal: AbortSignal): Promise<string | undefined> {
    try {
      const text = await this.#fetch(id, signal);
      this.#keep(id, text);
      return text;
    } catch (error) {
      if (error instanceof HookwellError && error.status === 404) return undefined;
      throw error;
    }
  }

  #keep(id: number, text: string): void {
    if (this.#kept.has(id)) return;
    this.#kept.set(id, text);
    this.#keptCharacters += text.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptCharacters <= this.#mostCharacters) break;
      this.#kept.delete(oldest);
      this.#keptCharacters -= length;
    }
  }
}
