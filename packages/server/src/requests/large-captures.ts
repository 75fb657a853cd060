import { setImmediate as nextTurn } from 'node:timers/promises';
import { isApplicationJson, isXmlType } from '@hookwell/core/http/content-type';
import type { Match } from '@hookwell/core/match';
import { ApiError } from '../api-error.ts';
import type { StoredCapture } from '../capture-log/captures.ts';
import { Budget, type BudgetLimits, type Client, type Hold } from '../fairness/budget.ts';
import type { Parts } from '../parts.ts';
import { afterBody, beforeBody } from '../rendering/capture-text.ts';
import { type BodyFacts, type BodyView, largeText } from '../rendering/large-text.ts';
import { contentTypeOf, isCompressed } from '../sent-request/body.ts';
import { parseHeaders } from '../sent-request/head.ts';
import { decodedBody } from '../workers/decompress.ts';
import { TaskEnded, type WorkerPool } from '../workers/pool.ts';
import { refuseGone, whileWaiting } from './reading-client.ts';

const mebibyte = 1024 * 1024;

const noBytes = new Uint8Array();

/** The most that a reader gets at once. */
const sliceBytes = 64 * 1024;

/** Bodies without their codings, and a slice of each reader. */
const heldForReaders: BudgetLimits = {
  total: 128 * mebibyte,
  perParty: 64 * mebibyte,
  mostWaiting: 1000,
};

/** Bodies that are being read, decompressed and looked at for readers. */
const readAtOnce: BudgetLimits = { total: 2, perParty: 1, mostWaiting: 1000 };
/** The same for searches, which take every body that there is. */
const matchedAtOnce: BudgetLimits = { total: 2, perParty: 1, mostWaiting: 1000 };

/**
 * The time of the processor that a look at a body may take, and a match. 25 MiB take a look 0.6 s, but 20 s where they are references to
 * unknown entities alone; and a match of 64 terms 2 s.
 */
const [lookTimeoutMs, matchTimeoutMs] = [3000, 10_000];
const waitMs = 30_000;

/** The bytes of a reader's answer, slice by slice at its pace; none if the capture was deleted. */
export type Slices = AsyncGenerator<Uint8Array, void>;

export interface SliceReader {
  client: Client;
  /** A bound of the next slice, where it is below 64 KiB. */
  maxBytes?: () => number;
}

/** The parts that large captures are read with. */
type LargeCaptureDeps = Pick<Parts, 'store' | 'config' | 'metrics' | 'parties'> & {
  pool: WorkerPool;
};

/**
 * Reads large and compressed captures. A body is in memory as a whole from before it is read until its reader has taken its text, or is
 * too slow: then it is read anew once the reader goes on.
 */
export class LargeCaptures {
  readonly #deps: LargeCaptureDeps;
  readonly #held: Budget;
  readonly #maxIdleMs: number;
  readonly #read = new Budget(readAtOnce);
  readonly #matched = new Budget(matchedAtOnce);

  /** @param maxIdleMs for tests: the time after which a reader that takes nothing gives its bytes up */
  constructor(deps: LargeCaptureDeps, maxIdleMs = 30_000) {
    this.#deps = deps;
    this.#held = new Budget(heldForReaders, deps.metrics.heavyReadBytes);
    this.#maxIdleMs = maxIdleMs;
  }

  /**
   * The JSON text of a capture, which is given with or without its body.
   * @throws {ApiError} `notFound` if the capture was deleted midway
   * @throws {StoreUnavailable | NotAnswered | Overloaded} if it cannot be read now
   */
  text(accountId: number, capture: StoredCapture, view: BodyView, reader: SliceReader): Slices {
    const headers = parseHeaders(capture.headers);
    const type = contentTypeOf(headers);
    const isLookedAt = view === 'full' && (isApplicationJson(type) || isXmlType(type));
    // What is read once more has to give the same text.
    const around = {
      before: beforeBody(capture, headers, view),
      after: afterBody(capture, view),
    };
    let facts: BodyFacts | undefined;
    return this.#slices(accountId, capture, reader, async (stored) => {
      const body = await this.#decoded(accountId, stored, reader.client);
      facts ??= isLookedAt ? await this.#lookAt(accountId, stored, body, reader.client) : {};
      return { bytes: body.length, blocks: largeText(around, body, type, facts, view) };
    });
  }

  /** The bytes of a body as they were sent. */
  body(accountId: number, capture: StoredCapture, client: Client): Slices {
    const asSent = async ({ body = new Uint8Array() }: StoredCapture) => ({
      bytes: body.length,
      blocks: [body],
    });
    return this.#slices(accountId, capture, { client }, asSent);
  }

  /**
   * Whether a match holds for a capture, which is given with its kept headers; `undefined` if it was deleted.
   * @throws {StoreUnavailable | NotAnswered | Overloaded} if it cannot be read now, or the client has gone
   */
  async matches(
    accountId: number,
    capture: StoredCapture,
    { match, nowMs }: { match: Match; nowMs: number },
    client: Client,
  ): Promise<boolean | undefined> {
    const tenant = this.#deps.parties.of(accountId);
    const slot = await whileWaiting(client, this.#matched.acquire(tenant, 1, client));
    try {
      const stored = await this.#stored(accountId, capture);
      refuseGone(client);
      if (stored === undefined) return undefined;
      const body = await this.#decoded(accountId, stored, client);
      const { body: _, ...head } = capture;
      const ask = { capture: head, body, match, nowMs };
      return await this.#deps.pool.run('matchBody', () => ({ ask, transfer: [body.buffer] }), {
        tenant,
        timeoutMs: matchTimeoutMs,
        waitMs,
        signal: client.gone,
      });
    } catch (error) {
      if (error instanceof TaskEnded) return false;
      throw error;
    } finally {
      slot.release();
    }
  }

  async *#slices(
    accountId: number,
    capture: StoredCapture,
    { client, maxBytes = () => sliceBytes }: SliceReader,
    open: (stored: StoredCapture) => Promise<Opened>,
  ): Slices {
    const tenant = this.#deps.parties.of(accountId);
    const decodedBytes = isCompressed(capture) ? this.#deps.config.maxBodyBytes : 0;
    const size = capture.bodySize + decodedBytes + sliceBytes;
    for (let given = 0; ; ) {
      const hold = await whileWaiting(client, this.#held.acquire(tenant, size, client));
      let idle: NodeJS.Timeout | undefined;
      try {
        const reading = await this.#begin(
          accountId,
          capture,
          { client, maxBytes },
          given,
          hold,
          open,
        );
        if (reading === undefined && given > 0) throw new ApiError('notFound');
        if (reading === undefined) return;
        idle = setTimeout(() => {
          reading.slices = undefined;
          hold.release();
        }, this.#maxIdleMs).unref();
        while (reading.slices !== undefined) {
          const { value } = reading.slices.next();
          if (value === undefined) return;
          if (value.length === 0) {
            await nextTurn();
            continue;
          }
          given += value.length;
          idle.refresh();
          yield value;
        }
      } finally {
        clearTimeout(idle);
        hold.release();
      }
    }
  }

  /** Reads a capture for a reader who has its first bytes. `undefined` if it was deleted. */
  async #begin(
    accountId: number,
    capture: StoredCapture,
    { client, maxBytes }: Required<SliceReader>,
    given: number,
    hold: Hold,
    open: (stored: StoredCapture) => Promise<Opened>,
  ): Promise<Reading | undefined> {
    const slot = await this.#read.acquire(this.#deps.parties.of(accountId), 1, client);
    try {
      const stored = await this.#stored(accountId, capture);
      refuseGone(client);
      if (stored === undefined) return undefined;
      const { bytes, blocks } = await open(stored);
      refuseGone(client);
      hold.resize(bytes + sliceBytes);
      return { slices: slicesOf(blocks, given, maxBytes) };
    } finally {
      slot.release();
    }
  }

  async #stored(accountId: number, capture: StoredCapture): Promise<StoredCapture | undefined> {
    if (capture.body !== undefined) return capture;
    return await this.#deps.store.captures.readOne(accountId, capture.id);
  }

  async #decoded(accountId: number, stored: StoredCapture, client: Client) {
    const { parties, config } = this.#deps;
    try {
      const tenant = parties.of(accountId);
      return (await decodedBody(tenant, stored, config.maxBodyBytes, client.gone)).body;
    } catch (error) {
      refuseGone(client);
      throw error;
    }
  }

  /** A body that takes too long is shown as text alone. */
  async #lookAt(
    accountId: number,
    { headers }: StoredCapture,
    body: Uint8Array,
    { gone }: Client,
  ): Promise<BodyFacts> {
    const tenant = this.#deps.parties.of(accountId);
    const options = { tenant, timeoutMs: lookTimeoutMs, waitMs, signal: gone };
    const prepare = () => {
      const copy = new Uint8Array(body);
      return { ask: { headers, body: copy }, transfer: [copy.buffer] };
    };
    try {
      return await this.#deps.pool.run('lookAtBody', prepare, options);
    } catch (error) {
      if (error instanceof TaskEnded) return {};
      throw error;
    }
  }
}

/** The text of a capture that was read, and the bytes of the body that it is made of. */
interface Opened {
  bytes: number;
  blocks: Iterable<Uint8Array>;
}

/** Nothing else refers to a body: once its slices are let go of, it is gone. */
interface Reading {
  slices: Generator<Uint8Array, void> | undefined;
}

/** Cuts blocks into slices, without the first `given` bytes. Of each block that was given before, an empty slice comes. */
function* slicesOf(
  blocks: Iterable<Uint8Array>,
  given: number,
  maxBytes: () => number,
): Generator<Uint8Array, void> {
  let left = given;
  for (const block of blocks) {
    let at = Math.min(left, block.length);
    left -= at;
    if (at > 0 && at === block.length) yield noBytes;
    while (at < block.length) {
      const slice = block.subarray(at, at + Math.min(sliceBytes, maxBytes()));
      at += slice.length;
      // A part of a block would keep the whole of it in memory.
      yield slice.length === block.length ? slice : new Uint8Array(slice);
    }
  }
}
