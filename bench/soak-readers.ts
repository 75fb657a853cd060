import { setTimeout as sleep } from 'node:timers/promises';
import type { Visitor } from './servers.ts';
import { readAnswer, readIds } from './soak-answer.ts';

export const readings = ['page', 'list', 'search', 'clear'] as const;
export type Reading = (typeof readings)[number];

/** The pause after each, in milliseconds. */
const pauses: Record<Reading, number> = { page: 200, list: 3_000, search: 1_000, clear: 15_000 };

/** A search reads so many pages at most: one that finds nothing goes through all that an account has. */
const mostPages = 10;

export interface ReadPlaces {
  url: string;
  /** The endpoints that are captured to all the time. */
  busy: readonly Visitor[];
  /** Those among them that are cleared. */
  cleared: readonly Visitor[];
  /** One that has the whole list, and gets no captures. */
  filled: Visitor;
}

/** The users of the soak meanwhile: they read pages, a whole list, search, and clear. */
export class SoakReaders {
  #times = noTimes();
  #turn = 0;
  #listBytes: number | undefined;
  readonly #places: ReadPlaces;
  readonly #fail: (error: unknown) => void;

  constructor(places: ReadPlaces, fail: (error: unknown) => void) {
    this.#places = places;
    this.#fail = fail;
  }

  /** The times of each kind of reading since the last call, in milliseconds. */
  times(): Record<Reading, number[]> {
    const times = this.#times;
    this.#times = noTimes();
    return times;
  }

  /** Does all of it, each kind one after the other, until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(readings.map((reading) => this.#repeat(reading, signal)));
  }

  async #repeat(reading: Reading, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const started = performance.now();
        await this.#once(reading);
        this.#times[reading].push(performance.now() - started);
      } catch (error) {
        this.#fail(error);
      }
      await sleep(pauses[reading], undefined, { signal }).catch(() => {});
    }
  }

  async #once(reading: Reading): Promise<void> {
    const { url, busy, cleared } = this.#places;
    if (reading === 'list') return await this.#wholeList();
    const { token, cookie } = this.#next(reading === 'clear' ? cleared : busy);
    const endpoint = `${url}/api/requests/endpoint/${token}`;
    if (reading === 'page') return void (await readAnswer(`${endpoint}?limit=100`, cookie));
    if (reading === 'clear') {
      const [newest = 0] = await readIds(`${endpoint}?view=summary&limit=1`, cookie);
      const init = { method: 'DELETE', headers: { cookie } };
      const { status } = await fetch(`${endpoint}?through=${newest}`, init);
      if (status !== 204) throw new Error(`a clear was answered ${status}`);
      return;
    }
    let page: string | undefined = `${url}/api/requests?limit=100&match=body:wordthatisnowhere`;
    for (let read = 0; page !== undefined && read < mostPages; read += 1) {
      page = (await readAnswer(page, cookie)).next;
    }
  }

  /** @throws {Error} if the list is not what it was before */
  async #wholeList(): Promise<void> {
    const { url, filled } = this.#places;
    const { bytes } = await readAnswer(`${url}/api/requests`, filled.cookie);
    this.#listBytes ??= bytes;
    if (bytes !== this.#listBytes) throw new Error(`a list of ${this.#listBytes} B had ${bytes}`);
  }

  #next(visitors: readonly Visitor[]): Visitor {
    this.#turn += 1;
    const visitor = visitors[this.#turn % visitors.length];
    if (visitor === undefined) throw new Error('there is no endpoint');
    return visitor;
  }
}

function noTimes(): Record<Reading, number[]> {
  return { page: [], list: [], search: [], clear: [] };
}
