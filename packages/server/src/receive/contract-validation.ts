import type { EventInHead } from '@hookwell/core/rules';
import type { Logger } from 'pino';
import { ApiError } from '../api-error.ts';
import type { StoredContractFinding, UnevaluatedCapture } from '../capture-log/captures.ts';
import { StoreUnavailable } from '../database/errors.ts';
import type { Database } from '../database/tables.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import type { Parts } from '../parts.ts';
import { isCompressed } from '../sent-request/body.ts';
import { ownBytes } from '../threads/messages.ts';
import type { StartOfBody } from '../workers/evaluate-task.ts';
import { TaskEnded, type WorkerPool } from '../workers/pool.ts';
import { notCompared } from '../workers/stored-finding.ts';
import { maxEvaluatedBytes } from './body-start.ts';
import type { WaitingRequest } from './waiting-requests.ts';

/** A capture to validate. */
export interface Validated {
  endpointId: number;
  /** The version of the contract. */
  version: number;
  /** Whose time it takes (`fairness/parties.ts`). */
  tenant: number;
  capture: UnevaluatedCapture;
  /** The event as far as a signature scheme tells it. */
  event: EventInHead;
  /** Called before anything is waited for. */
  wait: () => WaitingRequest;
  /** The first bytes of its body, without its codings. */
  start: () => StartOfBody | Promise<StartOfBody>;
}

/** The time of the processor for one capture, or to read a contract. */
const timeoutMs = 250;
/** A capture waits for a thread for so long, and so does a contract that is checked. */
const waitMs = 5000;

/** Why a capture was not validated. */
export const reasons = {
  late: 'Too many requests waited to be compared',
  ended: 'To compare it takes too much time or memory',
  failed: 'The service stops, or could not compare it',
};

const tooLarge = 'The body is larger than 1 MiB';

/**
 * Validates captures by the contracts of their endpoints, in the worker pool. A capture that cannot be validated in time is stored
 * all the same, with the reason.
 */
export class ContractValidation {
  readonly #pool: Pick<WorkerPool, 'run'>;
  readonly #db: Database;
  readonly #log: Pick<Logger, 'error'>;

  constructor(
    { log, store }: Pick<Parts, 'log'> & { store: Pick<Parts['store'], 'db'> },
    pool: Pick<WorkerPool, 'run'>,
  ) {
    this.#pool = pool;
    this.#db = store.db;
    this.#log = log;
  }

  /**
   * What is found about a capture; undefined if its endpoint has another contract by now, or none.
   * @throws {StoreUnavailable} if the contract cannot be read
   */
  async validate(validated: Validated): Promise<StoredContractFinding | undefined> {
    const { capture, wait } = validated;
    if (capture.bodySize > maxEvaluatedBytes && !isCompressed(capture))
      return notCompared(tooLarge);
    const waiting = wait();
    try {
      return await waiting.for(this.#validate(validated, waiting.signal));
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      return notCompared(reasons.late);
    }
  }

  /**
   * Checks a contract that was sent.
   * @returns whether it is one without any event
   * @throws {ApiError} `malformedJson`, or `invalidInput`, whose sentence begins with the place
   * @throws {Overloaded} if there is no time for it
   */
  async check(tenant: number, contract: string): Promise<{ isEmpty: boolean }> {
    const prepare = () => ({ ask: contract });
    const options = { tenant, timeoutMs, waitMs };
    const checked = await this.#pool.run('checkContract', prepare, options).catch((error) => {
      if (!(error instanceof TaskEnded)) throw error;
      const sentence = 'events take too much work to be read: use fewer or smaller schemas';
      throw new ApiError('invalidInput', { sentence });
    });
    if ('code' in checked) throw new ApiError(checked.code, checked);
    return checked;
  }

  async #validate(
    validated: Validated,
    signal: AbortSignal,
  ): Promise<StoredContractFinding | undefined> {
    const { endpointId, version } = validated;
    const { bytes, isWhole } = await validated.start();
    if (!isWhole) return notCompared(tooLarge);
    const body = ownBytes(bytes);
    try {
      let found = await this.#run(validated, body, signal);
      if (found === 'lacksContract') {
        const row = await this.#contractOf(endpointId);
        if (row?.version !== version) return undefined;
        found = await this.#run(validated, body, signal, row.document);
      }
      return found === 'lacksContract' ? notCompared(reasons.failed) : found;
    } catch (error) {
      if (error instanceof Overloaded || error instanceof StoreUnavailable) throw error;
      if (!(error instanceof TaskEnded)) return notCompared(reasons.failed);
      this.#log.error({ endpointId }, 'To compare a capture with a contract took too long');
      return notCompared(reasons.ended);
    }
  }

  #run(
    { tenant, endpointId, version, capture, event }: Validated,
    body: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
    document?: string,
  ): Promise<StoredContractFinding | 'lacksContract'> {
    const { receivedAt, method, target, headers, ipAddress, bodySize } = capture;
    const head = { receivedAt, method, target, headers, ipAddress, bodySize };
    const of = { endpointId, version, document };
    const ask = { ...of, head, event: event.event, eventPath: event.path, body };
    const options = { tenant, kind: 'evaluation' as const, timeoutMs, waitMs, signal };
    return this.#pool.run('validate', () => ({ ask }), options);
  }

  #contractOf(endpointId: number): Promise<{ version: number; document: string } | undefined> {
    return this.#db
      .selectFrom('endpoint_contract')
      .select(['version', 'document'])
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirst();
  }
}
