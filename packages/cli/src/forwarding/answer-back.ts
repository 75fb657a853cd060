import type { HookwellClient } from '@hookwell/client';
import { mostAnswerBodyBytes, replyStatuses } from '@hookwell/core/api/settings-names';
import { headersForReply } from '@hookwell/core/rules';
import { byteSize } from '../output/amounts.ts';
import type { Delivery } from '../sending/sender.ts';
import { serviceFailureSentence, statusOf } from '../service/service-failure.ts';

/** How senders get the answers of a target. */
export interface AnsweringOptions {
  /** The longest time that a sender waits, in milliseconds. */
  waitMs: number;
  /** Hears, once for each name, of headers of the target's answers that cannot be sent back. */
  onLeftOut(names: readonly string[]): void;
}

/** Whether a sender got the target's answer; if not, why, as the rest of a sentence. */
export type SentBack = { answered: true } | { unanswered: string };

type AnsweringClient = { requests: Pick<HookwellClient['requests'], 'answer'> };

/** Sends the answers of one target back to the senders that wait for them, byte for byte. */
export class AnswerBack {
  readonly #client: AnsweringClient;
  readonly #options: AnsweringOptions;
  readonly #toldNames = new Set<string>();
  /** What is kept of the target's answers: one byte more than can be sent back shows that a body is too large. */
  readonly kept = { keptAnswerBytes: mostAnswerBodyBytes + 1, keepsHeaders: true } as const;

  constructor(client: AnsweringClient, options: AnsweringOptions) {
    this.#client = client;
    this.#options = options;
  }

  get waitMs(): number {
    return this.#options.waitMs;
  }

  /** The time until which the sender of a request waits that is read now, by `performance.now()`. */
  waitsUntil(): number {
    return performance.now() + this.#options.waitMs;
  }

  /**
   * Answers the sender of a captured request, unless it cannot be or the sender waits no more. It goes on when the
   * command is interrupted: the target has done its work, and its answer is there.
   */
  async send(id: number, delivery: Delivery, until: number): Promise<SentBack> {
    const { status, error, answer } = delivery;
    if (error !== undefined || status === undefined)
      return { unanswered: 'there is no whole answer' };
    if (status < replyStatuses.minimum || status > replyStatuses.maximum) {
      return { unanswered: `${status} is no status of a whole answer` };
    }
    if (answer.length > mostAnswerBodyBytes) {
      return { unanswered: `its body has more than ${byteSize(mostAnswerBodyBytes)}` };
    }
    const left = Math.ceil(until - performance.now());
    if (left <= 0) return { unanswered: 'it came too late' };
    try {
      const headers = this.#headersOf(delivery);
      const body = answer.length === 0 ? {} : { bodyBase64: answer.toString('base64') };
      const signal = AbortSignal.timeout(left);
      await this.#client.requests.answer(id, { status, headers, ...body }, { signal });
      return { answered: true };
    } catch (failure) {
      return { unanswered: reasonOf(failure) };
    }
  }

  #headersOf({ headers = {}, rawHeaders = [], rawTrailers = [] }: Delivery) {
    const { kept, leftOut } = headersForReply(pairsOf(headers, rawHeaders));
    const names = [...leftOut, ...namesIn(rawTrailers).map((name) => name.toLowerCase())];
    const untold = new Set(names.filter((name) => !this.#toldNames.has(name)));
    for (const name of untold) this.#toldNames.add(name);
    if (untold.size > 0) this.#options.onLeftOut([...untold]);
    return Object.fromEntries(kept);
  }
}

/** Each header once, spelled as in its first line; the values of its lines are joined as Node joins them. */
function pairsOf(
  headers: NonNullable<Delivery['headers']>,
  rawHeaders: readonly string[],
): (readonly [string, string])[] {
  const spelled = new Map<string, string>();
  for (const name of namesIn(rawHeaders)) {
    const lower = name.toLowerCase();
    if (!spelled.has(lower)) spelled.set(lower, name);
  }
  return [...spelled].map(([lower, name]) => {
    const value = headers[lower] ?? '';
    return [name, typeof value === 'string' ? value : value.join(', ')];
  });
}

/** Names and values stand in turn. */
function namesIn(raw: readonly string[]): string[] {
  return raw.filter((_, index) => index % 2 === 0);
}

function reasonOf(failure: unknown): string {
  // A sender that has hung up, another listener that was faster, and one that got its answer otherwise, are all one here.
  if (statusOf(failure) === 409) return 'the sender waits no more';
  if (statusOf(failure) === 404) return 'the request was deleted meanwhile';
  if (failure instanceof DOMException) return 'the service took too long';
  const sentence = serviceFailureSentence(failure);
  if (sentence === undefined) throw failure;
  return sentence;
}
