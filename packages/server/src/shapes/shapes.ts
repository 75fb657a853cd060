import type { Match } from '@hookwell/match';
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
import { ThreadClient } from '../threads/thread-client.ts';
import type { JobKind, ShapeExchanges, ShapeThreadData, Taken } from './shape-thread.ts';

const mebibyte = 1024 * 1024;

/** One call reads so many bytes of bodies, decompressed ones if these are more, and the rest of the last body. */
const mostReadBytes = 256 * mebibyte;

/** Calls under way: each has a shape of up to 8 MiB in the thread, and a page of captures on its way there. */
const jobsUnderWay: BudgetLimits = { total: 4, reserve: 4, perParty: 2, mostWaiting: 100 };

/** The thread is asked one thing at a time, so that it has one body decompressed at most. The turns are by the time that parties use. */
const turnsInThread: BudgetLimits = { total: 1, perParty: 1 };

/** Bodies that are too large for a page are read one at a time. */
const largeBodies: BudgetLimits = { total: 1, perParty: 1 };

/** Bodies are taken as fast as they can be read, and no network slows that down: see the search of bodies. */
const bodyRateLimits: RateLimits = { burst: 64 * mebibyte, perSecond: 32 * mebibyte };

/** The heap of the thread: the shapes of all calls, and one that is being merged. Bodies are not on it. */
const heapMebibytes = 192;

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
    limits: { maxOldGenerationSizeMb: heapMebibytes, maxYoungGenerationSizeMb: 8 },
  });
}

/** Makes lists of events, and schemas, of the newest captures of an endpoint: in a thread, in the turns of parties. */
export class Shapes {
  readonly jobs = new Budget(jobsUnderWay);
  readonly #turns = new Budget(turnsInThread);
  readonly #large = new Budget(largeBodies);
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
      const party = this.#parts.parties.of(sampled.scope.accountId);
      const text = await this.#inTurn(party, client, () => thread.ask('end', { job, leftOut }));
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
        await this.#rate.wait(party);
        refuseGone(client);
        const taken = await this.#take(
          job,
          { scope, party },
          run.slice(0, left.captures),
          left,
          client,
        );
        this.#rate.count(party, taken.bytes);
        left.captures -= taken.captures;
        left.samples -= taken.samples;
        left.bytes -= taken.bytes;
        const isMet = left.captures <= 0 || left.samples <= 0 || left.bytes <= 0;
        if (!isMet) continue;
        const through = run[taken.captures - 1]?.id;
        if (!page.more && through === last) return { leftOut: [] };
        const isCut = left.samples > 0 && left.bytes <= 0;
        return { through, leftOut: isCut ? [bodiesLeftOut] : [] };
      }
    }
    return { leftOut: [] };
  }

  /** Hands captures that a page has with their bodies to the job, or one whose body is large. */
  async #take(
    job: number,
    { scope, party }: { scope: Scope; party: number },
    run: readonly StoredCapture[],
    { samples: mostSamples, bytes: mostBytes }: Taken,
    client: Client,
  ): Promise<Taken> {
    const [first] = run;
    const take = (captures: readonly StoredCapture[]) => {
      const ask = { job, ...packed(captures), mostSamples, mostBytes };
      return this.#inTurn(party, client, () => this.#thread.ask('take', ask, [ask.bodies.buffer]));
    };
    if (first === undefined || first.body !== undefined) return await take(run);
    const hold = await whileWaiting(client, this.#large.acquire(party, 1, client));
    try {
      const whole = await this.#parts.store.captures.readOne(scope.accountId, first.id);
      // It was removed meanwhile.
      if (whole === undefined) return { captures: 1, samples: 0, bytes: 0 };
      return await take([whole]);
    } finally {
      hold.release();
    }
  }

  async #inTurn<Answer>(
    party: number,
    client: Client,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const hold = await whileWaiting(client, this.#turns.acquire(party, 1, client));
    try {
      return await ask();
    } finally {
      hold.release();
    }
  }

  /** Ends the thread, once it has done what it is at. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}

const bodiesLeftOut = 'older bodies: one call reads 256 MiB';

/** Captures with their bodies side by side, and those whose bodies are large each by itself. */
function* runsOf(captures: readonly StoredCapture[]): Generator<StoredCapture[], void> {
  let run: StoredCapture[] = [];
  for (const capture of captures) {
    if (capture.body !== undefined) {
      run.push(capture);
      continue;
    }
    if (run.length > 0) yield run;
    yield [capture];
    run = [];
  }
  if (run.length > 0) yield run;
}

/** Captures on their way to the thread: their bodies in one buffer, which is handed over. */
function packed(captures: readonly StoredCapture[]) {
  const bytes = captures.reduce((sum, { bodySize }) => sum + bodySize, 0);
  const bodies = new Uint8Array(bytes);
  let at = 0;
  const heads = captures.map(({ body, ...head }) => {
    if (body !== undefined) bodies.set(body, at);
    at += head.bodySize;
    return head;
  });
  return { captures: heads, bodies };
}
