import { type CapturedRequestSummary, type HookwellClient, HookwellError } from '@hookwell/client';

/** Larger bodies are not fetched for a search, in bytes. */
export const largestSearchedBody = 1024 * 1024;
/** So many characters are kept for the next search. */
const keptAtMost = 16_000_000;

/** The text of bodies, fetched once for several searches. */
export class BodyTexts {
  readonly #client: HookwellClient;
  /** The one used last is the last one. */
  readonly #kept = new Map<number, string>();
  #keptCharacters = 0;

  constructor(client: HookwellClient) {
    this.#client = client;
  }

  /** What is known without asking: `undefined` where that is nothing. */
  known({ id, bodySize }: CapturedRequestSummary): string | undefined {
    if (bodySize === 0) return '';
    const text = this.#kept.get(id);
    if (text !== undefined) {
      this.#kept.delete(id);
      this.#kept.set(id, text);
    }
    return text;
  }

  /**
   * Gives `undefined` for a body that is gone meanwhile.
   * @throws HookwellError where the service does not answer
   */
  async read({ id }: CapturedRequestSummary, signal: AbortSignal): Promise<string | undefined> {
    try {
      const { body } = await this.#client.requests.get(id, { signal });
      this.#keep(id, body.raw);
      return body.raw;
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
      if (this.#keptCharacters <= keptAtMost) break;
      this.#kept.delete(oldest);
      this.#keptCharacters -= length;
    }
  }
}
