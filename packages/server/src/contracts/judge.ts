import type { EventInHead } from '@hookwell/core/rules';
import type { Logger } from 'pino';
import type { StoredContractFinding } from '../capture-log/captures.ts';
import type { Database } from '../database/tables.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import { Rates } from '../fairness/rates.ts';
import type { Parts } from '../parts.ts';
import type { UndecidedCapture } from '../receive/replies.ts';
import type { WaitingRequest } from '../receive/waiting-requests.ts';
import { Refusal } from '../refusal.ts';
import { copyOfStart, mostExaminedBytes } from '../rendering/body-start.ts';
import { contentCodings, decodeStart } from '../rendering/content-coding.ts';
import { isCompressed } from '../sent-request/body.ts';
import { parseHeaders } from '../sent-request/head.ts';
import { ownBytes } from '../threads/messages.ts';
import { TaskQueue } from '../threads/task-queue.ts';
import { ThreadClient } from '../threads/thread-client.ts';
import type { JudgingExchanges } from './judging.ts';
import { notCompared } from './stored-finding.ts';

/** A capture to compare. */
export interface Compared {
  endpointId: number;
  /** The version of the contract. */
  version: number;
  /** Whose time it takes (`fairness/parties.ts`). */
  party: number;
  capture: UndecidedCapture;
  /** The event as far as a signature scheme tells it. */
  event: EventInHead;
  /** Called before anything is waited for. */
  wait: () => WaitingRequest;
}

/** A party whose contracts were too dear so often at once, and so often a second from then on, has none compared meanwhile. */
const overruns = { burst: 2, perSecond: 0.5 };

/** The time of the processor that one comparison may take, and that to read a contract may. */
const mostComparisonMs = 150;
const mostReadMs = 1000;
/** A contract that takes too long to be read counts for so many that are too dear: for so much longer all others wait. */
const overrunsOfReading = 4;

/** So many captures and contracts wait, and half as many of one party. */
const mostWaiting = 200;
/** A capture waits for its turn for so long at most, and a contract that is checked for so long. */
const mostWaitMs = 1000;
const checkWaitMs = 5000;
/** Contracts of some MiB, as they are read, and one body. */
const heapMebibytes = 192;

/** What is told of a capture that was not compared. */
export const reasons = {
  late: 'Too many requests waited to be compared',
  overrun: 'To compare it takes too much time or memory',
  failed: 'The service stops, or could not compare it',
};

const tooDearBefore = 'Its account has contracts that take too much work';
const tooLarge = 'The body is larger than 1 MiB';

/** Bounds for tests. */
export interface JudgeBounds {
  waitMs?: number;
  thread?: URL;
}

/**
 * Compares captures with the contracts of their endpoints, in a thread, one after the other. A capture that cannot be compared in
 * time is stored as not compared, with the reason. Work that takes too long is ended with the thread.
 */
export class ContractJudge {
  readonly #thread: ThreadClient<JudgingExchanges>;
  readonly #queue = new TaskQueue(mostWaiting, () => this.#thread.usedMs());
  readonly #db: Database;
  readonly #overruns = new Rates(overruns);
  readonly #log: Pick<Logger, 'error'>;
  readonly #waitMs: number;
  #isClosed = false;

  constructor(
    { log, store }: Pick<Parts, 'log'> & { store: Pick<Parts['store'], 'db'> },
    { waitMs = mostWaitMs, thread }: JudgeBounds = {},
  ) {
    this.#thread = new ThreadClient({
      address: thread ?? new URL('./judging-thread.ts', import.meta.url),
      name: 'contracts',
      work: 'compares captures with contracts',
      log,
      limits: { maxOldGenerationSizeMb: heapMebibytes },
    });
    this.#db = store.db;
    this.#log = log;
    this.#waitMs = waitMs;
  }

  /**
   * What is found about a capture; undefined if its endpoint has another contract by now, or none.
   * @throws {StoreUnavailable} if the contract cannot be read
   */
  async compare(compared: Compared): Promise<StoredContractFinding | undefined> {
    const { party, capture, wait } = compared;
    if (capture.bodySize > mostExaminedBytes && !isCompressed(capture))
      return notCompared(tooLarge);
    if (this.#overruns.waitMs(party) > 0) return notCompared(tooDearBefore);
    const waiting = wait();
    const work = () => this.#compareNow(compared);
    const found = this.#queue.run(party, work, this.#waitMs, waiting.signal);
    if (found === undefined) return notCompared(reasons.late);
    try {
      return await waiting.for(found);
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      return notCompared(reasons.late);
    }
  }

  /**
   * Checks a contract that was sent.
   * @returns whether it is one without any event
   * @throws {Refusal} `malformedJson`, or `invalidInput`, whose sentence begins with the place
   * @throws {Overloaded} if there is no time for it
   */
  async check(party: number, contract: string): Promise<{ isEmpty: boolean }> {
    if (this.#overruns.waitMs(party) > 0) throw new Overloaded(tooDearBefore);
    const work = () => this.#ask('check', contract, mostReadMs);
    const answer = await this.#queue.run(party, work, Math.max(checkWaitMs, this.#waitMs));
    if (answer === 'overrun') {
      this.#overruns.count(party, overrunsOfReading);
      const sentence = 'events take too much work to be read: use fewer or smaller schemas';
      throw new Refusal('invalidInput', { sentence });
    }
    if (answer === undefined || answer === 'failed')
      throw new Overloaded('The contract could not be checked in time');
    if ('code' in answer) throw new Refusal(answer.code, answer);
    return answer;
  }

  /** Ends the thread. What waits is not compared. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#thread.close();
  }

  async #compareNow(compared: Compared): Promise<StoredContractFinding | undefined> {
    const { party, endpointId, version, capture, event } = compared;
    const { receivedAt, method, target, headers, ipAddress, bodySize } = capture;
    const head = { receivedAt, method, target, headers, ipAddress, bodySize };
    const body = await wholeBody(capture);
    if (body === undefined) return notCompared(tooLarge);
    const told = { event: event.event, eventPath: event.path };
    const ask = { endpointId, version, head, body, ...told };
    let found = await this.#ask('compare', ask, mostComparisonMs);
    if (found === 'lacksContract') {
      const row = await this.#contractOf(endpointId);
      if (row?.version !== version) return undefined;
      const read = await this.#ask('read', { party, endpointId, ...row }, mostReadMs);
      found = read === true ? await this.#ask('compare', ask, mostComparisonMs) : read;
    }
    if (typeof found === 'object') return found;
    if (found === 'overrun') {
      this.#overruns.count(party, 1);
      this.#log.error({ endpointId }, 'To compare a capture with a contract took too long');
      return notCompared(reasons.overrun);
    }
    return notCompared(reasons.failed);
  }

  /** It never rejects. */
  async #ask<Kind extends keyof JudgingExchanges>(
    kind: Kind,
    ask: JudgingExchanges[Kind]['ask'],
    mostMs: number,
  ): Promise<JudgingExchanges[Kind]['answer'] | 'overrun' | 'failed'> {
    try {
      // The time that a thread takes to start does not count.
      if (!this.#thread.isRunning) await this.#thread.ask('begin', undefined);
    } catch {
      return 'failed';
    }
    try {
      return await this.#thread.askWithin(kind, ask, mostMs);
    } catch {
      // A thread that used up its time, or the memory, has ended.
      return this.#isClosed || this.#thread.isRunning ? 'failed' : 'overrun';
    }
  }

  #contractOf(endpointId: number): Promise<{ version: number; document: string } | undefined> {
    return this.#db
      .selectFrom('endpoint_contract')
      .select(['version', 'document'])
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirst();
  }
}

/**
 * The body without its codings; undefined if it is too large. It is decompressed here: Node aborts the process if a thread is
 * ended while it does that.
 */
async function wholeBody(capture: UndecidedCapture): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { body, bodySize, headers } = capture;
  const start = copyOfStart(body, bodySize, isCompressed(capture));
  const { bytes, isWhole } = await decodeStart(
    start,
    start.length === bodySize,
    contentCodings(parseHeaders(headers)),
    mostExaminedBytes,
  );
  return isWhole ? ownBytes(bytes) : undefined;
}
