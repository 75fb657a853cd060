import type { CapturedRequestSummary } from '@hookwell/client';
import type { RequestLog } from '../log/request-log.ts';

/** Reads what matches below an id, page by page, from the newest to the oldest. */
export class OlderRange {
  readonly #log: RequestLog;
  readonly #match: string;
  /** All from this id on were looked at. */
  before: number;
  isBusy = false;
  wasRead = false;
  isComplete: boolean;
  /** The time of the oldest capture that was looked at. */
  lookedBackTo: string | undefined;

  constructor(log: RequestLog, match: string, before: number) {
    this.#log = log;
    this.#match = match;
    this.before = before;
    this.isComplete = before <= 1;
    this.wasRead = this.isComplete;
  }

  /**
   * Reads the next page. It may be empty, since one call looks at a bounded number of captures.
   * @throws {HookwellError} if the service does not answer
   */
  async read(signal: AbortSignal): Promise<CapturedRequestSummary[]> {
    this.isBusy = true;
    try {
      const { items, next } = await this.#log.page({
        match: this.#match,
        before: this.before,
        signal,
      });
      const through = next?.before;
      if (through !== undefined) {
        this.lookedBackTo = (await this.#timeOf(through, items, signal)) ?? this.lookedBackTo;
        this.before = through;
      }
      this.isComplete = through === undefined;
      this.wasRead = true;
      return items;
    } finally {
      this.isBusy = false;
    }
  }

  /** The time of a capture, or of the next older one if it was deleted. */
  async #timeOf(
    id: number,
    found: readonly CapturedRequestSummary[],
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const last = found.at(-1);
    const known = last?.id === id ? last : this.#log.find(id);
    if (known !== undefined) return known.receivedAt;
    const { items } = await this.#log.page({ before: id + 1, limit: 1, signal });
    return items[0]?.receivedAt;
  }
}
