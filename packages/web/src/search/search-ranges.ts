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

/** Few ids of the service belong to one endpoint, so the best number of them depends on what was found last. */
const firstSpan = 200;
const smallestSpan = 100;
const largestSpan = 100_000;
const fewFound = 20;
const manyFound = 150;

/**
 * Reads what matches above an id, in ranges of ids that follow one another. The service lists from new to old, so a
 * range is read as a whole.
 */
export class NewerRange {
  readonly #log: RequestLog;
  readonly #match: string;
  #span = firstSpan;
  /** Everything up to this id was looked at. */
  high: number;
  /** Whether the newest of all was reached: from then on, all arrivals belong to the list. */
  isAtTop: boolean;
  isBusy = false;
  wasRead = false;

  constructor(log: RequestLog, match: string, high: number, isAtTop: boolean) {
    this.#log = log;
    this.#match = match;
    this.high = high;
    this.isAtTop = isAtTop;
  }

  /**
   * Reads the next range, or everything up to the newest id once the top was reached. Newest first.
   * @throws {HookwellError} if the service does not answer. Then nothing has changed.
   */
  async read(newest: number, signal: AbortSignal): Promise<CapturedRequestSummary[]> {
    this.isBusy = true;
    try {
      const to = this.isAtTop ? newest : Math.min(newest, this.high + this.#span);
      const found: CapturedRequestSummary[] = [];
      for (let before: number | undefined = to + 1; before !== undefined; ) {
        const page: Awaited<ReturnType<RequestLog['page']>> = await this.#log.page({
          match: this.#match,
          after: this.high,
          before,
          signal,
        });
        found.push(...page.items);
        before = page.next?.before;
      }
      this.high = to;
      this.isAtTop ||= to === newest;
      this.wasRead = true;
      this.#adapt(found.length);
      return found;
    } finally {
      this.isBusy = false;
    }
  }

  #adapt(foundCount: number): void {
    if (foundCount < fewFound) this.#span = Math.min(largestSpan, this.#span * 4);
    if (foundCount > manyFound) this.#span = Math.max(smallestSpan, Math.floor(this.#span / 2));
  }
}
