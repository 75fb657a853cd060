import type { CapturedRequestSummary, ReplayFaults, SendPlan } from '@hookwell/client';
import { UsageError } from '../command-line/outcome.ts';
import type { ChosenRequests } from './chosen-requests.ts';

/** The counts of a replay, for people and for JSON. */
export interface SendingCounts {
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
