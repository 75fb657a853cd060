import type { Match } from '@hookwell/core/match';
import type { Scope } from '../capture-log/capture-log.ts';
import type { StoredCapture } from '../capture-log/captures.ts';
import { Budget, type BudgetLimits, type Client } from '../fairness/budget.ts';
import { type RateLimits, Rates } from '../fairness/rates.ts';
import type { Parts } from '../parts.ts';
import {
  type CaptureReads,
  type ListedLog,
  logInTurns,
  matchPages,
  refuseGone,
  whileWaiting,
} from '../requests/public.ts';
import { isCompressed, isHeavyBody } from '../sent-request/body.ts';
import { ownBytes } from '../threads/messages.ts';
import { ThreadClient } from '../threads/thread-client.ts';
import type { JobKind, ShapeExchanges, ShapeThreadData, Taken } from './shape-thread.ts';

const mebibyte = 1024 * 1024;

/** One call reads so many bytes of bodies, decompressed ones if these are more, and the rest of the last body. */
const mostReadBytes = 256 * mebibyte;

/** Calls under way: each has a shape of up to 8 MiB in the thread, and a page of captures. */
const jobsUnderWay: BudgetLimits = { total: 4, reserve: 4, perParty: 2, mostWaiting: 100 };

/** Large and compressed bodies are handed to the thread one at a time, or so many as are read in one turn. */
const heavyBodies: BudgetLimits = { total: 1, perParty: 1 };
const mostBytesOfTurn = 4 * mebibyte;

/** Bodies are taken as fast as they can be read, and no network slows that down: see the search of bodies. */
const bodyRateLimits: RateLimits = { burst: 64 * mebibyte, perSecond: 32 * mebibyte };

/** The heap of the thread: the shapes of all calls, and one that is being merged. Bodies are not on it. */
const heapMebibytes = 96;

/** The captures that a call looks at, and its bounds. */
export interface Sampled {
  kind: JobKind;
  scope: Required<Scope>;
  before?: number | undefined;
  match: Match;
  mostCaptures: number;
  /** The most JSON bodies. */
  mostSamples: number;
}

/** What came of a call. */
export interface Made {
  /** JSON text in UTF-8; absent if there is nothing to tell. */
  text?: Uint8Array<ArrayBuffer> | undefined;
  /** The last capture that was looked at, if it met a bound before the end of what there is. */
  through?: number | undefined;
}

interface ShapeParts extends Pick<Parts, 'metrics' | 'parties' | 'clock' | 'config' | 'log'> {
  store: { captures: ListedLog };
}

/** For tests. */
interface ShapeOptions {
  thread?: ThreadClient<ShapeExchanges>;
  readBytes?: number;
}

/** The thread that makes them; the first call starts it. */
export function shapeThread({
  config,
  log,
}: Pick<ShapeParts, 'config' | 'log'>): ThreadClient<ShapeExchanges> {
  return new ThreadClient({
    address: new URL('./shape-thread.ts', import.meta.url),
    name: 'shapes',
    work: 'makes schemas',
    log,
    settings: { maxBodyBytes: config.maxBodyBytes } satisfies ShapeThreadData,
    limits: { maxOldGenerationSizeMb: heapMebibytes, maxYoungGenerationSizeMb: 4 },
  });
}

/** Makes lists of events, and schemas, of the newest captures of an endpoint: in a thread, in the turns of parties. */
export class Shapes {
  readonly jobs = new Budget(jobsUnderWay);
  readonly #heavy = new Budget(heavyBodies);
  readonly #rate = new Rates(bodyRateLimits);
  readonly #parts: ShapeParts;
  readonly #reads: CaptureReads;
  readonly #readBytes: number;
  readonly #thread: ThreadClient<ShapeExchanges>;
  #lastJob = 0;

  constructor(
    parts: ShapeParts,
    reads: CaptureReads,
    { thread = shapeThread(parts), readBytes = mostReadBytes }: ShapeOptions = {},
  ) {
    this.#parts = parts;
    this.#reads = reads;
    this.#thread = thread;
    this.#readBytes = readBytes;
  }

  /**
   * @throws {Overloaded} if the client goes away
   * @throws {StoreUnavailable | NotAnswered} if the store cannot be read, or the thread dies
   */
  async make(sampled: Sampled, client: Client): Promise<Made> {
    const job = ++this.#lastJob;
    const thread = this.#thread;
    await thread.ask('begin', { job, kind: sampled.kind });
    try {
      const { through, leftOut } = await this.#takeAll(job, sampled, client);
      refuseGone(client);
      const text = await thread.ask('end', { job, leftOut });
      return { text, through };
    } finally {
      // A thread that died has dropped it.
      if (thread.isRunning) thread.ask('drop', job).catch(() => undefined);
    }
  }

  /** Hands captures to the job until it meets a bound. */
  async #takeAll(
    job: number,
    { scope, before, match, mostCaptures, mostSamples }: Sampled,
    client: Client,
  ): Promise<Pick<Made, 'through'> & { leftOut: string[] }> {
    const { store, metrics, parties, clock } = this.#parts;
    const party = parties.of(scope.accountId);
    const captures = logInTurns(store.captures, this.#reads.pages, party);
    const source = { captures, reads: this.#reads, metrics, parties, client };
    const range = { scope, before, match, view: 'full' as const };
    const left: Taken = { captures: mostCaptures, samples: mostSamples, bytes: this.#readBytes };
    for await (const page of matchPages(source, range, clock(), () => {})) {
      const last = page.captures.at(-1)?.id;
      for (const run of runsOf(page.captures)) {
        const through = await this.#takeRun(job, { scope, party }, run, left, client);
        if (!isMet(left)) continue;
        if (!page.more && through === last) return { leftOut: [] };
        const isCut = left.samples > 0 && left.bytes <= 0;
        return { through, leftOut: isCut ? [bodiesLeftOut] : [] };
      }
    }
    return { leftOut: [] };
  }

  /** Hands over the captures of a run, in turns, and takes them off what is left. Gives the last one that was taken. */
  async #takeRun(
    job: number,
    of: { scope: Scope; party: number },
    run: Run,
    left: Taken,
    client: Client,
  ): Promise<number | undefined> {
    let done = 0;
    while (done < run.captures.length && !isMet(left)) {
      await this.#rate.wait(of.party);
      refuseGone(client);
      const captures = run.captures.slice(done, done + left.captures);
      const taken = run.isHeavy
        ? await this.#takeHeavy(job, of, captures, left, client)
        : await this.#take(job, of, captures, left, client);
      this.#rate.count(of.party, taken.bytes);
      done += taken.captures;
      left.captures -= taken.captures;
      left.samples -= taken.samples;
      left.bytes -= taken.bytes;
    }
    return run.captures[done - 1]?.id;
  }

  async #takeHeavy(
    job: number,
    of: { scope: Scope; party: number },
    captures: readonly StoredCapture[],
    left: Taken,
    client: Client,
  ): Promise<Taken> {
    const hold = await whileWaiting(client, this.#heavy.acquire(of.party, 1, client));
    try {
      const [first] = captures;
      if (first === undefined || first.body !== undefined)
        return await this.#take(job, of, captures, left, client);
      const whole = await this.#parts.store.captures.readOne(of.scope.accountId, first.id);
      // It was removed meanwhile.
      if (whole === undefined) return { captures: 1, samples: 0, bytes: 0 };
      return await this.#take(job, of, [whole], left, client);
    } finally {
      hold.release();
    }
  }

  async #take(
    job: number,
    { party }: { party: number },
    captures: readonly StoredCapture[],
    left: Taken,
    client: Client,
  ): Promise<Taken> {
    const most = { samples: left.samples, bytes: Math.min(left.bytes, mostBytesOfTurn) };
    const ask = { job, party, most, ...packed(captures) };
    return await this.#thread.ask('take', ask, [ask.bodies.buffer], client.gone);
  }

  /** Ends the thread, once it has done what it is at. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}

const bodiesLeftOut = 'older bodies: one call reads 256 MiB';

function isMet({ captures, samples, bytes }: Taken): boolean {
  return captures <= 0 || samples <= 0 || bytes <= 0;
}

/** Captures that are handed over together. */
interface Run {
  captures: readonly StoredCapture[];
  /** Their bodies are compressed, or it is one large one. */
  isHeavy: boolean;
}

/** The captures of a page in runs, in their order. Those that the page has without their bodies are alone. */
function* runsOf(page: readonly StoredCapture[]): Generator<Run, void> {
  for (let at = 0; at < page.length; ) {
    const captures = runAt(page, at);
    at += captures.length;
    yield { captures, isHeavy: captures.some(isHeavyBody) };
  }
}

function runAt(page: readonly StoredCapture[], start: number): readonly StoredCapture[] {
  const kind = kindOf(page[start]);
  let end = start + 1;
  while (kind !== 'large' && end < page.length && kindOf(page[end]) === kind) end += 1;
  return page.slice(start, end);
}

function kindOf(capture: StoredCapture | undefined): 'large' | 'compressed' | 'light' {
  if (capture?.body === undefined) return 'large';
  return isCompressed(capture) ? 'compressed' : 'light';
}

/** Captures on their way to the thread: their bodies in one buffer, which is handed over. That of a single one is not copied if it is its own. */
function packed(captures: readonly StoredCapture[]) {
  const bodies = captures.map(({ body = new Uint8Array() }) => body);
  const [only] = bodies;
  return {
    captures: captures.map(({ body, ...head }) => head),
    bodies: only !== undefined && bodies.length === 1 ? ownBytes(only) : joined(bodies),
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
