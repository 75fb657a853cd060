import type { CapturedRequestSummary, ReplayFaults, SendPlan } from '@hookwell/client';
import { UsageError } from '../command-line/outcome.ts';
import type { ChosenRequests } from './chosen-requests.ts';

/** Options that test a receiver: what a sender or the way to it may do to requests. */
export const faultOptions = {
  duplicate: {
    type: 'number',
    placeholder: 'N',
    description: 'Send each request N times.',
    minimum: 1,
    maximum: 100,
  },
  shuffle: { type: 'flag', description: 'Send in an order of chance.' },
  drop: {
    type: 'text',
    placeholder: 'SHARE',
    description: 'Leave out a share of the requests, from 0 to 1, chosen by chance.',
  },
  seed: {
    type: 'number',
    placeholder: 'N',
    description: 'Decide like an earlier replay that told this seed.',
    maximum: 4_294_967_295,
  },
} as const;

interface FaultValues {
  duplicate: number | undefined;
  shuffle: boolean;
  drop: string | undefined;
  seed: number | undefined;
}

/**
 * The faults that the options name; `undefined` if there is none.
 * @throws {UsageError} if the share is none, or a seed has nothing to decide
 */
export function faultsOf(values: FaultValues, command: string): ReplayFaults | undefined {
  const { duplicate, shuffle, seed } = values;
  const drop = values.drop === undefined ? undefined : shareOf(values.drop, command);
  if (seed !== undefined && !shuffle && drop === undefined) {
    throw new UsageError('Option --seed needs --shuffle or --drop', command);
  }
  if (duplicate === undefined && !shuffle && drop === undefined) return undefined;
  return { duplicate, shuffle, drop, seed };
}

function shareOf(text: string, command: string): number {
  const share = /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw new UsageError('Option --drop must be a number from 0 to 1, such as 0.1', command);
}

/** The counts of a replay, for people and for JSON. */
interface SendingCounts {
  /** The number of requests that were chosen. */
  requests: number;
  /** The number of times that a request was sent. */
  sent: number;
  /** The number of these that sent a request again. */
  duplicated: number;
  /** The number of requests that were left out. */
  dropped: number;
  seed: number;
}

/** Chosen requests in the order of a plan, which counts what is sent. */
export class PlannedSending {
  readonly #chosen: ChosenRequests;
  readonly #plan: SendPlan;
  readonly #sent = new Set<number>();
  #sendings = 0;

  private constructor(chosen: ChosenRequests, plan: SendPlan) {
    this.#chosen = chosen;
    this.#plan = plan;
  }

  /** @throws {UsageError} if the plan would be too long */
  static async of(
    chosen: ChosenRequests,
    faults: ReplayFaults | undefined,
    command: string,
  ): Promise<PlannedSending> {
    const { planSends } = await import('@hookwell/client');
    try {
      return new PlannedSending(chosen, planSends(chosen.count, faults));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new UsageError(error.message, command);
    }
  }

  /** The requests, without those that are deleted meanwhile. */
  async *requests(): AsyncGenerator<CapturedRequestSummary, void> {
    for (const place of this.#plan.order) {
      const request = await this.#chosen.at(place);
      if (request === undefined) continue;
      this.#sendings += 1;
      this.#sent.add(place);
      yield request;
    }
  }

  /** Once all requests were read. */
  get counts(): SendingCounts {
    return {
      requests: this.#chosen.count,
      sent: this.#sendings,
      duplicated: this.#sendings - this.#sent.size,
      dropped: this.#plan.dropped.length,
      seed: this.#plan.seed,
    };
  }
}

/** One line for people. */
export function countsLine({ requests, sent, duplicated, dropped, seed }: SendingCounts): string {
  return `Requests: ${requests}, dropped: ${dropped}, sent: ${sent}, of these again: ${duplicated}, seed: ${seed}`;
}
