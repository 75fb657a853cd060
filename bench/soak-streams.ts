import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Visitor } from './servers.ts';
import { readIds } from './soak-answer.ts';

/** The shortest and the longest time for which a stream stays, and for which the next one is awaited. */
const stayMs = [2_000, 20_000] as const;
const pauseMs = [0, 2_000] as const;

/** The counts of the streams of a soak since the last look. */
export interface StreamCounts {
  /** Events that arrived. */
  events: number;
  /** Streams that ended and whose events were compared with what is stored. */
  compared: number;
}

/**
 * Live streams that come and go. Each resumes where the one before it has ended, stays for a while, and then compares
 * its events with the list: none may be missing, none may come twice.
 */
export class SoakStreams {
  open = 0;
  #counts: StreamCounts = { events: 0, compared: 0 };
  readonly #url: string;
  readonly #fail: (error: unknown) => void;

  /** @param fail is told of each stream that was refused, or whose events are not those that are stored */
  constructor(url: string, fail: (error: unknown) => void) {
    this.#url = url;
    this.#fail = fail;
  }

  /** The counts since the last call. */
  counts(): StreamCounts {
    const counts = this.#counts;
    this.#counts = { events: 0, compared: 0 };
    return counts;
  }

  /** One stream after the other, of this visitor, until the signal aborts. */
  async comeAndGo({ cookie }: Visitor, signal: AbortSignal): Promise<void> {
    const page = `${this.#url}/api/requests?view=summary`;
    let after = await newestId(page, cookie);
    while (!signal.aborted) {
      await rest(between(pauseMs), signal);
      try {
        const seen = await this.#follow(cookie, after, between(stayMs), signal);
        const last = seen.at(-1) ?? after;
        const stored = await readIds(
          `${page}&limit=1000&after=${after}&before=${last + 1}`,
          cookie,
        );
        if (String(stored.toReversed()) !== String(seen)) {
          const found = `${seen.length} events of ${stored.length} stored captures`;
          throw new Error(`a stream after ${after} had ${found} up to ${last}`);
        }
        this.#counts.compared += 1;
        after = last;
      } catch (error) {
        this.#fail(error);
        after = await newestId(page, cookie).catch(() => after);
      }
    }
  }

  /** Reads a stream for this time; gives the ids of its events in the order in which they came. */
  #follow(cookie: string, after: number, ms: number, signal: AbortSignal): Promise<number[]> {
    const ids: number[] = [];
    return new Promise((resolve, reject) => {
      let isLeft = false;
      const request = get(`${this.#url}/api/sse?after=${after}`, {
        agent: false,
        headers: { cookie },
      });
      const leave = (): void => {
        isLeft = true;
        request.destroy();
      };
      const timer = setTimeout(leave, ms);
      signal.addEventListener('abort', leave, { once: true });
      request.once('close', () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        if (isLeft) resolve(ids);
        else reject(new Error('the service ended a stream'));
      });
      request.once('error', (error) => {
        if (!isLeft) reject(error);
      });
      request.once('response', (response) => {
        if (response.statusCode !== 200) {
          reject(new Error(`a stream was answered ${response.statusCode}`));
          return leave();
        }
        this.open += 1;
        let partial = '';
        response.setEncoding('latin1').on('data', (piece: string) => {
          const lines = (partial + piece).split('\n');
          partial = lines.pop() ?? '';
          for (const line of lines) {
            const id = /^data: \{"SSEWebhookRequest":\{"id":(\d+)/.exec(line)?.[1];
            if (id === undefined) continue;
            ids.push(Number(id));
            this.#counts.events += 1;
          }
        });
        response.once('close', () => {
          this.open -= 1;
        });
        // The request tells the end.
        response.on('error', () => {});
      });
    });
  }
}

async function newestId(page: string, cookie: string): Promise<number> {
  const [id = 0] = await readIds(`${page}&limit=1`, cookie);
  return id;
}

function between([least, most]: readonly [number, number]): number {
  return Math.round(least + Math.random() * (most - least));
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
