import { type CapturedRequestSummary, type HookwellClient, HookwellError } from '@hookwell/client';
import { queryIn } from '../request/target.ts';

/** So many characters are kept for the next search. */
const keptAtMost = 2_000_000;

/** Queries as they were sent, each fetched once: a summary has of a repeated name the last value alone. */
export class SentQueries {
  readonly #client: HookwellClient;
  readonly #kept = new Map<number, string>();
  #keptCharacters = 0;

  constructor(client: HookwellClient) {
    this.#client = client;
  }

  /** What is known without asking: `undefined` where that is nothing. */
  known({ id }: CapturedRequestSummary): string | undefined {
    return this.#kept.get(id);
  }

  /**
   * Gives `undefined` for a request that is gone meanwhile.
   * @throws HookwellError where the service does not answer
   */
  async read({ id }: CapturedRequestSummary, signal: AbortSignal): Promise<string | undefined> {
    try {
      const query = queryIn((await this.#client.requests.wire(id, { signal })).target) ?? '';
      this.#keep(id, query);
      return query;
    } catch (error) {
      if (error instanceof HookwellError && error.status === 404) return undefined;
      throw error;
    }
  }

  #keep(id: number, query: string): void {
    if (this.#kept.has(id)) return;
    this.#kept.set(id, query);
    this.#keptCharacters += query.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptCharacters <= keptAtMost) break;
      this.#kept.delete(oldest);
      this.#keptCharacters -= length;
    }
  }
}
