import type { SignedHead, Verification } from '@hookwell/signatures';
import {
  explainByHead,
  mostBodyBytes,
  notLookedInto,
  type Verifying,
} from '@hookwell/signatures/explain';
import type { Logger } from 'pino';
import { Rates } from '../fairness/rates.ts';
import {
  type Looking,
  type Lost,
  type WaitingBounds,
  WaitingExplanations,
} from './waiting-explanations.ts';

/** The time for one explanation, and what a body of a MiB adds to it. */
const usualMs = 100;
const msOfMebibyte = 50;
/** For so many explanations of one party a second the answers wait, unless its time is used up. */
const mostAwaited = 10;
/** An answer waits for its turn for so long, and for so long until it is explained. The first one starts the thread. */
const awaitedTurnMs = 250;
const awaitedMs = 400;

/** Bounds for tests. */
export interface ExplainerBounds extends WaitingBounds {
  awaitedTurnMs: number;
  awaitedMs: number;
}

/** Why a failure was not looked into. */
export type Declined = 'body' | Lost;

const reasons: Readonly<Record<Declined, string>> = {
  body: 'the body is larger than 1 MiB',
  room: 'too many failed signatures waited for it',
  late: 'it did not get its turn within 15 seconds',
  failed: 'the service stops, or it failed',
};

/** Why a request did not verify, as far as it is known by now. */
export interface Explained {
  sentence: string;
  /** The sentence that takes its place, while the cause is still looked for. It never rejects. */
  later?: Promise<string>;
}

/**
 * Explains why requests did not verify, in a thread, one at a time. Answers wait for that, within bounds by party
 * (`fairness/parties.ts`), so that no capture waits for long. Past these the explanation comes later, within 15 seconds,
 * from memory that parties share; past that bound there is a plain reason that says so. Secrets go to the thread alone.
 */
export class Explainer {
  readonly #waiting: WaitingExplanations;
  readonly #awaited = new Rates({ burst: mostAwaited, perSecond: mostAwaited });
  readonly #onDeclined: (why: Declined) => void;
  readonly #bounds: Pick<ExplainerBounds, 'awaitedTurnMs' | 'awaitedMs'>;
  #hasStopped = false;

  /** @param onDeclined is told of each failure that is not looked into */
  constructor(
    log: Pick<Logger, 'error'>,
    onDeclined: (why: Declined) => void = () => {},
    bounds: Partial<ExplainerBounds> = {},
  ) {
    this.#waiting = new WaitingExplanations(log, bounds);
    this.#onDeclined = onDeclined;
    this.#bounds = { awaitedTurnMs, awaitedMs, ...bounds };
  }

  /**
   * Why a request did not verify. At once if the head tells it or no answer may wait, else within some 400 ms. It never
   * rejects.
   * @param body in pieces; it is copied
   */
  explain(
    party: number,
    verifying: Verifying,
    head: SignedHead,
    body: readonly Uint8Array[],
    verification: Verification,
  ): Explained | Promise<Explained> {
    const { sentence: plain, isFinal } = explainByHead(verifying, head, verification);
    if (isFinal) return { sentence: plain };
    const bodySize = body.reduce((sum, { length }) => sum + length, 0);
    if (bodySize > mostBodyBytes) return { sentence: this.#declined(plain, 'body') };
    if (this.#hasStopped) return { sentence: this.#declined(plain, 'failed') };
    const isAwaited = this.#waiting.hasTime(party) && this.#awaited.take(party, 1);
    const mostMs = usualMs + (msOfMebibyte * bodySize) / mostBodyBytes;
    const looking = this.#waiting.add(party, { verifying, head, verification, mostMs }, body);
    if (looking === undefined) return { sentence: this.#declined(plain, 'room') };
    const later = looking.outcome.then((outcome) =>
      'lost' in outcome ? this.#declined(plain, outcome.lost) : outcome.sentence,
    );
    return isAwaited ? this.#inTime(plain, looking, later) : { sentence: plain, later };
  }

  /** From now on nothing is looked into: all that wait get a plain reason. */
  stop(): void {
    this.#hasStopped = true;
    this.#waiting.stop();
  }

  /** Ends the thread, once it has explained what it is at. */
  close(): Promise<void> {
    return this.#waiting.close();
  }

  /** The explanation as far as it is known once the answer does not wait any more. */
  #inTime(plain: string, looking: Looking, later: Promise<string>): Promise<Explained> {
    const began = performance.now();
    return new Promise((resolve) => {
      const goOn = () => resolve({ sentence: plain, later });
      let timer = setTimeout(goOn, this.#bounds.awaitedTurnMs);
      looking.onTurn = () => {
        clearTimeout(timer);
        const left = this.#bounds.awaitedMs - (performance.now() - began);
        timer = setTimeout(goOn, Math.max(0, left));
      };
      void later.then((sentence) => {
        clearTimeout(timer);
        resolve({ sentence });
      });
    });
  }

  #declined(plain: string, why: Declined): string {
    this.#onDeclined(why);
    return notLookedInto(plain, reasons[why]);
  }
}
