import { mostSamples, type ReceivedEvent } from '@hookwell/core/api';
import type { Match } from '@hookwell/core/match';
import type { Scope } from '../capture-log/capture-log.ts';
import type { StoredCapture } from '../capture-log/captures.ts';
import { Budget, type BudgetLimits, type Client } from '../fairness/budget.ts';
import type { Parts } from '../parts.ts';
import {
  type CaptureReads,
  type ListedLog,
  matchPages,
  refuseGone,
  whileWaiting,
} from '../requests/public.ts';
import { isHeavyBody } from '../sent-request/body.ts';
import { decodedBody, inBatches } from '../workers/decompress.ts';
import type { FoundEvent, Sample } from '../workers/infer-task.ts';
import { TaskEnded, type TaskOptions, type WorkerPool } from '../workers/pool.ts';

const mebibyte = 1024 * 1024;

/** One call reads so many bytes of bodies, decompressed ones if these are more, and the rest of the last body. */
const maxReadBytes = 256 * mebibyte;

/** Calls under way: each has what is known of its samples, up to 8 MiB, and a batch of captures. */
const callsUnderWay: BudgetLimits = { total: 16, perParty: 2, mostWaiting: 100 };
/** Large and compressed bodies that are in memory at once: they may be of the largest size. */
const largeBodies: BudgetLimits = { total: 2, perParty: 1 };

/** What one task reads, if it is not a single body. The slowest MiB that was found takes 70 ms, and 25 MiB 1.5 s. */
const maxBatchBytes = mebibyte;
/** Of a capture, beside its body and head. */
const captureBytes = 1024;
/** Bodies that take longer are left out. */
const timeoutMs = 2000;
const waitMs = 10_000;

/** Why something is not in a schema. */
const leftOutReasons = {
  older: 'older bodies: one call reads 256 MiB',
  slow: 'bodies that take too long to be read',
};

/** The captures that a call looks at. */
export interface Sampled {
  scope: Required<Scope>;
  before?: number | undefined;
  match: Match;
}

/** A call, and how far it came. */
interface Call extends Sampled {
  client: Client;
  tenant: number;
  maxCaptures: number;
  /** The last capture that was looked at. */
  through?: number;
  /** Whether it met a bound, and there are older ones. */
  isCut: boolean;
}

interface ReadSample extends Sample {
  /** Of its body, as it was sent or decompressed. */
  bytes: number;
}

interface ShapeParts extends Pick<Parts, 'metrics' | 'parties' | 'clock' | 'config'> {
  store: { captures: ListedLog };
}

/** Makes lists of events, and schemas, of the newest captures of an endpoint: batch by batch in the worker pool. */
export class Shapes {
  readonly calls = new Budget(callsUnderWay);
  readonly #large = new Budget(largeBodies);
  readonly #parts: ShapeParts;
  readonly #reads: CaptureReads;
  readonly #pool: Pick<WorkerPool, 'run'>;
  readonly #bounds: { captures: number; bytes: number };

  /** @param bounds for tests */
  constructor(
    parts: ShapeParts,
    reads: CaptureReads,
    pool: Pick<WorkerPool, 'run'>,
    bounds: { captures?: number; bytes?: number } = {},
  ) {
    this.#parts = parts;
    this.#reads = reads;
    this.#pool = pool;
    this.#bounds = { captures: mostSamples, bytes: maxReadBytes, ...bounds };
  }

  /**
   * Lists the events of captures. `through` is the last one that was looked at, if there are older ones.
   * @throws {Overloaded} if the client goes away, or no thread is free in time
   * @throws {StoreUnavailable | NotAnswered} if the store cannot be read, or the server stops
   */
  async events(
    sampled: Sampled,
    client: Client,
  ): Promise<{ events: ReceivedEvent[]; through?: number | undefined }> {
    const call = this.#call(sampled, client, this.#bounds.captures);
    const events = new Events();
    for await (const batch of this.#batches(call)) {
      const found = await this.#pool
        .run('findEvents', () => prepared(batch, (ask) => ask), optionsOf(call))
        .catch(undefinedIfEnded);
      for (const [index, { request }] of batch.entries())
        events.count(request.receivedAt, found?.[index] ?? { event: undefined, isJson: false });
    }
    return { events: events.list(), through: call.isCut ? call.through : undefined };
  }

  /**
   * Makes a schema of the newest captures whose body is JSON, as JSON text in UTF-8.
   * @returns `undefined` if there are none, unless something was left out
   * @throws {Overloaded | StoreUnavailable | NotAnswered} as `events` does
   */
  async schema(
    sampled: Sampled,
    maxSamples: number,
    client: Client,
  ): Promise<Uint8Array | undefined> {
    const call = this.#call(sampled, client, Number.POSITIVE_INFINITY);
    const leftOut = new Set<string>();
    let known: { shape?: Uint8Array; samples: number } = { samples: 0 };
    for await (const batch of this.#batches(call)) {
      const { shape } = known;
      const prepare = () => prepared(batch, (samples) => ({ samples, shape, maxSamples }));
      const inferred = await this.#pool
        .run('infer', prepare, optionsOf(call))
        .catch(undefinedIfEnded);
      if (inferred === undefined) leftOut.add(leftOutReasons.slow);
      else known = inferred;
      if (known.samples >= maxSamples) break;
    }
    if (call.isCut && known.samples < maxSamples) leftOut.add(leftOutReasons.older);
    if (known.samples === 0 && leftOut.size === 0) return undefined;
    const ask = { shape: known.shape, leftOut: [...leftOut] };
    return await this.#pool.run('printSchema', () => ({ ask }), optionsOf(call));
  }

  #call(sampled: Sampled, client: Client, maxCaptures: number): Call {
    const tenant = this.#parts.parties.of(sampled.scope.accountId);
    return { ...sampled, client, tenant, maxCaptures, isCut: false };
  }

  #batches(call: Call): AsyncGenerator<ReadSample[], void> {
    const bytesOf = ({ request: { headers, target }, bytes }: ReadSample) =>
      captureBytes + headers.length + target.length + bytes;
    return inBatches(this.#samples(call), bytesOf, maxBatchBytes);
  }

  /** Reads captures, the newest first, as they are asked for, until a bound is met. */
  async *#samples(call: Call): AsyncGenerator<ReadSample, void> {
    const { scope, before, match, client, tenant } = call;
    const { store, metrics, parties, clock } = this.#parts;
    const source = { captures: store.captures, reads: this.#reads, metrics, parties, client };
    const range = { scope, before, match, view: 'full' as const };
    let captures = 0;
    let bytes = 0;
    for await (const page of matchPages(source, range, clock(), () => {})) {
      for (const capture of page.captures) {
        refuseGone(client);
        if (captures >= call.maxCaptures || bytes >= this.#bounds.bytes) {
          call.isCut = true;
          return;
        }
        const hold = isHeavyBody(capture)
          ? await whileWaiting(client, this.#large.acquire(tenant, 1, client))
          : undefined;
        try {
          const sample = await this.#read(call, capture);
          call.through = capture.id;
          captures += 1;
          bytes += sample?.bytes ?? 0;
          if (sample !== undefined) yield sample;
        } finally {
          hold?.release();
        }
      }
    }
  }

  /** Pages come without large bodies. Returns `undefined` if the capture was removed meanwhile. */
  async #read(
    { scope: { accountId }, tenant, client }: Call,
    listed: StoredCapture,
  ): Promise<ReadSample | undefined> {
    const { store, config } = this.#parts;
    const capture =
      listed.body === undefined ? await store.captures.readOne(accountId, listed.id) : listed;
    if (capture === undefined) return undefined;
    const decoded = await decodedBody(tenant, capture, config.maxBodyBytes, client.gone);
    const { body: _, ...request } = capture;
    return { request, body: decoded.body, bytes: decoded.bytes };
  }
}

function optionsOf({ tenant, client }: Call): TaskOptions {
  return { tenant, timeoutMs, waitMs, signal: client.gone };
}

/** What a task is asked about samples, whose bodies are handed over. */
function prepared<Ask>(batch: readonly ReadSample[], askOf: (samples: readonly Sample[]) => Ask) {
  const samples = batch.map(({ request, body }) => ({ request, body }));
  return { ask: askOf(samples), transfer: samples.map(({ body }) => body.buffer) };
}

function undefinedIfEnded(error: unknown): undefined {
  if (!(error instanceof TaskEnded)) throw error;
}

interface Counted {
  count: number;
  firstMs: number;
  lastMs: number;
  json: number;
}

/** Counts captures by their events. */
class Events {
  /** In the order in which they were first met: the latest comes first. */
  readonly #counted = new Map<string | undefined, Counted>();

  count(atMs: number, { event, isJson }: FoundEvent): void {
    const known = this.#counted.get(event) ?? { count: 0, firstMs: atMs, lastMs: atMs, json: 0 };
    this.#counted.set(event, {
      count: known.count + 1,
      firstMs: Math.min(known.firstMs, atMs),
      lastMs: Math.max(known.lastMs, atMs),
      json: known.json + (isJson ? 1 : 0),
    });
  }

  list(): ReceivedEvent[] {
    return Array.from(this.#counted, ([event, { count, firstMs, lastMs, json }]) => ({
      ...(event !== undefined && { event }),
      count,
      firstReceivedAt: new Date(firstMs).toISOString(),
      lastReceivedAt: new Date(lastMs).toISOString(),
      json,
    }));
  }
}
