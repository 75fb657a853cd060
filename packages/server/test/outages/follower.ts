import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { openStream, type StreamClient } from '../live/stream-client.ts';
import { query } from '../postgres/connect.ts';
import type { Visitor } from '../start-server.ts';

/** A client of the live stream that comes back with its last id whenever its stream was ended. */
export class Follower implements AsyncDisposable {
  readonly #visitor: Visitor;
  readonly #streams: StreamClient[] = [];
  readonly #following: Promise<void>;
  /** The statuses with which streams were refused. */
  readonly #refusals = new Set<number | undefined>();
  #stopped = false;

  constructor(visitor: Visitor) {
    this.#visitor = visitor;
    // A node that is gone has no stream to follow: missing captures then show in `hasAllOf`.
    this.#following = this.#follow().catch(() => undefined);
  }

  /** The ids in the order in which they came, over all streams. */
  get ids(): number[] {
    return this.#streams.flatMap(({ ids }) => ids);
  }

  /** Waits until exactly the stored captures came, each once and in order. */
  async hasAllOf(databaseUrl: string): Promise<void> {
    let stored: number[] = [];
    await eventually(async () => {
      const rows = await query(databaseUrl, 'select id from captured_request order by id');
      stored = rows.map(({ id }) => Number(id));
      return this.ids.at(-1) === stored.at(-1);
    });
    expect(this.ids).toEqual(stored);
    expect([...this.#refusals].filter((status) => status !== 503)).toEqual([]);
  }

  async #follow(): Promise<void> {
    const { server, cookie = '' } = this.#visitor;
    while (!this.#stopped) {
      const url = `${server.url}/api/sse?view=summary&after=${this.ids.at(-1) ?? 0}`;
      const stream = await openStream(url, { cookie });
      // A short refusal may be over already.
      const closed = stream.response.closed ? undefined : once(stream.response, 'close');
      if (stream.response.statusCode === 200) this.#streams.push(stream);
      else this.#refusals.add(stream.response.statusCode);
      if (this.#stopped || stream.response.statusCode !== 200) stream[Symbol.dispose]();
      await closed;
      await sleep(20);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    this.#streams.at(-1)?.[Symbol.dispose]();
    await this.#following;
  }
}
