import type { CapturedRequestSummary } from '@hookwell/client';
import type { ApiClient } from '@hookwell/client/api';
import type { RequestLabels } from './request-labels.tsx';

type Read = (list: ListedIn, range: IdRange) => Promise<ReadBodies>;

/** A row is read once it has been on the screen for so long, so rows that pass by are not. */
const restMs = 150;
/** The shortest time from the end of a call to the next one, and after a failure. */
const pauseMs = 250;
const pauseAfterFailureMs = 10_000;
/** One call reads about so many bytes. */
const mostBytes = 1024 * 1024;

/** Reads the bodies of the rows on the screen whose labels need them: one call at a time, for many rows each. */
export class LabelReader {
  readonly #labels: RequestLabels;
  readonly #read: Read;
  readonly #isHidden: () => boolean;
  #list: ListedIn = { endpoint: undefined, match: '' };
  #rows: readonly CapturedRequestSummary[] = [];
  /** The times since which rows without a complete label are on the screen, by id. */
  #since = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  #notBefore = 0;

  /** @param isHidden whether nobody can see the page now */
  constructor(labels: RequestLabels, read: Read, isHidden: () => boolean) {
    this.#labels = labels;
    this.#read = read;
    this.#isHidden = isHidden;
  }

  /** Takes the rows that are on the screen: neighbours in their list, newest first. */
  show(rows: readonly CapturedRequestSummary[], list: ListedIn): void {
    const before = this.#since;
    const now = performance.now();
    this.#list = list;
    this.#rows = rows;
    this.#since = new Map(
      rows.filter((row) => this.#isWanted(row)).map(({ id }) => [id, before.get(id) ?? now]),
    );
    this.#schedule();
  }

  /** To be called when the page is visible again. */
  wake(): void {
    this.#schedule();
  }

  #isWanted(row: CapturedRequestSummary): boolean {
    return isRead(row) && this.#labels.isOpen(row);
  }

  #isDue({ id }: CapturedRequestSummary): boolean {
    return performance.now() - (this.#since.get(id) ?? Number.POSITIVE_INFINITY) >= restMs;
  }

  #schedule(): void {
    if (this.#isReading || this.#timer !== undefined || this.#since.size === 0) return;
    if (this.#isHidden()) return;
    const first = Math.min(...this.#since.values());
    const wait = Math.max(first + restMs, this.#notBefore) - performance.now();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#readDue();
    }, Math.ceil(wait));
  }

  async #readDue(): Promise<void> {
    const run = this.#isHidden() ? [] : this.#nextRun();
    const [newest, oldest] = [run[0], run.at(-1)];
    if (newest === undefined || oldest === undefined) return this.#schedule();
    this.#isReading = true;
    let pause = pauseMs;
    try {
      const range = { before: newest.id + 1, after: oldest.id - 1, limit: run.length };
      const { texts, downTo } = await this.#read(this.#list, range);
      const asked = run.filter((row) => row.id >= downTo && this.#isWanted(row));
      // A request without an answer was deleted.
      this.#labels.learn(asked.map((row) => [row, wholeText(texts.get(row.id))]));
      for (const { id } of asked) this.#since.delete(id);
    } catch {
      // Labels are no reason for a message: the rows are there, and the list itself tells of a failing service.
      pause = pauseAfterFailureMs;
    }
    this.#isReading = false;
    this.#notBefore = performance.now() + pause;
    this.#schedule();
  }

  /** The rows from the first to the last one that is due, as far as one call goes. */
  #nextRun(): CapturedRequestSummary[] {
    const start = this.#rows.findIndex((row) => this.#isDue(row));
    const run: CapturedRequestSummary[] = [];
    let bytes = 0;
    for (const row of start < 0 ? [] : this.#rows.slice(start)) {
      bytes += isRead(row) ? row.bodySize : 0;
      if (run.length > 0 && bytes > mostBytes) break;
      run.push(row);
    }
    return run.slice(0, run.findLastIndex((row) => this.#isDue(row)) + 1);
  }
}

function wholeText(text: string | undefined) {
  return text === undefined ? undefined : { text, isWhole: true };
}

/** The list that rows stand in. */
export interface ListedIn {
  /** The token of its endpoint, or all endpoints. */
  endpoint: string | undefined;
  /** Its filter in the match language; empty if it shows everything. */
  match: string;
}

/** The range of ids that one call reads: below `before`, above `after`, `limit` at most. */
interface IdRange {
  before: number;
  after: number;
  limit: number;
}

interface ReadBodies {
  /** The texts of the bodies, by id. */
  texts: ReadonlyMap<number, string>;
  /** The lowest id that the call has come to. */
  downTo: number;
}

/** Bodies up to this size are read for a row: the service gives them without a thread for large ones. */
const largestReadBytes = 64 * 1024;
const conditions = `size<=${largestReadBytes} -has:header.content-encoding`;

/** Whether the body is read for a row. Compressed ones may be of any size. */
export function isRead({ bodySize, headers }: CapturedRequestSummary): boolean {
  return (
    bodySize > 0 && bodySize <= largestReadBytes && !Object.hasOwn(headers, 'content-encoding')
  );
}

/**
 * Reads the bodies in a part of a list, in one call.
 * @throws {HookwellError} if the service does not answer
 */
export async function readBodies(
  { requests }: ApiClient,
  { endpoint, match }: ListedIn,
  range: IdRange,
): Promise<ReadBodies> {
  // The list's own filter keeps other requests between its rows from being read.
  const wanted = { endpoint, match: `${conditions} ${match}`.trim() };
  const { items, next } = await requests.page({ ...wanted, ...range, isOneCall: true });
  return {
    texts: new Map(items.map(({ id, body }) => [id, body.raw])),
    downTo: next?.before ?? range.after + 1,
  };
}
