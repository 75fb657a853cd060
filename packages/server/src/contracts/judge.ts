import type { EventInHead } from '@hookwell/replies';
import type { Logger } from 'pino';
import type { StoredContractFinding } from '../capture-log/captures.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import { Rates } from '../fairness/rates.ts';
import type { Parts } from '../parts.ts';
import type { UndecidedCapture } from '../receive/replies.ts';
import type { WaitingRequest } from '../receive/waiting-requests.ts';
import { Refusal } from '../refusal.ts';
import { copyOfStart, mostExaminedBytes } from '../rendering/body-start.ts';
import { isCompressed } from '../sent-request/heavy-bodies.ts';
import { ContractRows } from './contract-rows.ts';
import type { JudgeAsk } from './judging.ts';
import { JudgingQueue, type Lost } from './judging-queue.ts';
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

/** A contract that takes too long to be read counts for so many of them: for so much longer all others wait. */
const overrunsOfReading = 4;

/** A check of a contract waits for its turn and its end for so long at most. */
const checkWaitMs = 5000;

/** What is told of a capture that was not compared. */
export const reasons: Readonly<Record<Lost, string>> = {
  late: 'Too many requests waited to be compared',
  overrun: 'To compare it takes too much time or memory',
  failed: 'The service stops, or could not compare it',
};

const tooDearBefore = 'Its account has contracts that take too much work';

/** Bounds for tests. */
export interface JudgeBounds {
  waitMs?: number;
  thread?: URL;
}

/**
 * Compares captures with the contracts of their endpoints, in a thread, one at a time. Captures wait for that, within bounds by
 * party (`fairness/parties.ts`); past these they are stored as not compared, with the reason.
 */
export class ContractJudge {
  readonly #queue: JudgingQueue;
  readonly #rows: ContractRows;
  readonly #overruns = new Rates(overruns);
  readonly #log: Pick<Logger, 'error'>;
  readonly #checkWaitMs: number;

  constructor(
    parts: Pick<Parts, 'log' | 'longWork'> & { store: Pick<Parts['store'], 'db'> },
    bounds: JudgeBounds = {},
  ) {
    this.#queue = new JudgingQueue(parts.log, bounds);
    this.#rows = new ContractRows(parts);
    this.#log = parts.log;
    this.#checkWaitMs = Math.max(checkWaitMs, bounds.waitMs ?? 0);
  }

  /**
   * What is found about a capture; undefined if its endpoint has another contract by now, or none.
   * @throws {StoreUnavailable} if the contract cannot be read
   */
  async compare(compared: Compared): Promise<StoredContractFinding | undefined> {
    try {
      return await this.#compare(compared);
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      return notCompared(reasons.late);
    }
  }

  async #compare(compared: Compared): Promise<StoredContractFinding | undefined> {
    const { party, capture, wait } = compared;
    if (capture.bodySize > mostExaminedBytes && !isCompressed(capture))
      return notCompared('The body is larger than 1 MiB');
    if (this.#overruns.waitMs(party) > 0) return notCompared(tooDearBefore);
    const waiting = wait();
    let document: string | undefined;
    for (;;) {
      const answer = await this.#ask(compared, document, waiting);
      if (typeof answer === 'object' && 'lacksContract' in answer) {
        const row = await waiting.for(this.#rows.read(compared.endpointId, party));
        if (row?.version !== compared.version) return undefined;
        document = row.document;
        continue;
      }
      if (typeof answer === 'object') return 'found' in answer ? answer.found : unexpected();
      if (answer === 'overrun') {
        this.#overruns.count(party, 1);
        const { endpointId } = compared;
        this.#log.error({ endpointId }, 'To compare a capture with a contract took too long');
      }
      return notCompared(reasons[answer]);
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
    const answer = await this.#queue.ask({
      ...{ party, bytes: contract.length, waitMs: this.#checkWaitMs },
      ask: () => ({ contract }),
    });
    if (answer === 'overrun') {
      this.#overruns.count(party, overrunsOfReading);
      const sentence = 'events take too much work to be read: use fewer or smaller schemas';
      throw new Refusal('invalidInput', { sentence });
    }
    if (typeof answer === 'string')
      throw new Overloaded('The contract could not be checked in time');
    if ('fault' in answer) throw new Refusal(answer.fault.code, answer.fault);
    return 'isEmpty' in answer ? answer : unexpected();
  }

  /** Ends the thread. What waits is not compared. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  #ask(
    { endpointId, version, party, capture, event }: Compared,
    document: string | undefined,
    { signal }: WaitingRequest,
  ) {
    const { receivedAt, method, target, headers, ipAddress, body, bodySize } = capture;
    const head = { receivedAt, method, target, headers, ipAddress, bodySize };
    const ask = (): JudgeAsk => ({
      ...{ party, endpointId, version, document, head },
      event: event.event,
      eventPath: event.path,
      start: copyOfStart(body, bodySize, isCompressed(capture)),
    });
    return this.#queue.ask({ party, bytes: bodySize, ask }, signal);
  }
}

function unexpected(): never {
  throw new Error('The thread answered another question');
}
