import type { SignedHead, Verification } from '@hookwell/signatures';
import {
  explainByHead,
  mostBodyBytes,
  notLookedInto,
  type Verifying,
} from '@hookwell/signatures/explain';
import type { Logger } from 'pino';
import { Rates } from '../fairness/rates.ts';
import { TimeSlices } from '../fairness/time-slices.ts';
import { QuestionThread } from '../rendering/question-thread.ts';
import type { Explanation, ExplanationAsk } from './explanation-thread.ts';

/** The thread works on texts of some MiB. */
const heapMebibytes = 128;
/** The time for one explanation, and what a body of a MiB adds to it. */
const usualMs = 100;
const msOfMebibyte = 50;
/** So many explanations begin a second for one party, unless they took so much time already. */
const mostExplanations = 10;
const mostMs = 250;
/** A request waits for its turn for so long, and for so long until its answer is there. The first one starts the thread. */
export interface WaitBounds {
  turnMs: number;
  answerMs: number;
}

const usualBounds: WaitBounds = { turnMs: 250, answerMs: 400 };
/**
 * After an explanation that took longer the thread rests for as long again, so that it takes little more than half of a
 * processor; not for longer, so that whoever is next has its turn within its time.
 */
const longMs = 5;
const mostRestMs = 100;

/** Why a failure was not looked into. */
export type Declined = 'body' | 'rate' | 'busy' | 'failed';

const reasons: Readonly<Record<Declined, string>> = {
  body: 'the body is larger than 1 MiB',
  rate: 'too many signatures failed within a second',
  busy: 'busy',
  failed: 'the service stops, or it failed',
};

/**
 * Explains why requests did not verify, in a thread, one at a time. Bounded by party (`fairness/parties.ts`) and for all, so
 * that no capture waits for long; what is past a bound gets a plain reason that says so. Secrets go to the thread alone.
 */
export class Explainer {
  readonly #thread: QuestionThread<ExplanationAsk, Explanation>;
  readonly #turns = new TimeSlices();
  readonly #explanations = new Rates({ burst: mostExplanations, perSecond: mostExplanations });
  readonly #milliseconds = new Rates({ burst: mostMs, perSecond: mostMs });
  readonly #onDeclined: (why: Declined) => void;
  readonly #bounds: WaitBounds;

  /** @param onDeclined is told of each failure that is not looked into */
  constructor(
    log: Pick<Logger, 'error'>,
    onDeclined: (why: Declined) => void = () => {},
    bounds = usualBounds,
  ) {
    const program = {
      address: new URL('./explanation-thread.ts', import.meta.url),
      name: 'hookwell-explainer',
      heapMebibytes,
      death: 'The thread that explains signatures died',
    };
    this.#thread = new QuestionThread(program, log);
    this.#onDeclined = onDeclined;
    this.#bounds = bounds;
  }

  /**
   * Why a request did not verify. At once if the head tells it, else within some 400 ms. It never rejects.
   * @param body in pieces; it is copied once it is its turn, and must not change before
   */
  explain(
    party: number,
    verifying: Verifying,
    head: SignedHead,
    body: readonly Uint8Array[],
    verification: Verification,
  ): string | Promise<string> {
    const { sentence, isFinal } = explainByHead(verifying, head, verification);
    if (isFinal) return sentence;
    const bodySize = body.reduce((sum, { length }) => sum + length, 0);
    if (bodySize > mostBodyBytes) return this.#declined(sentence, 'body');
    if (!this.#mayExplain(party)) return this.#declined(sentence, 'rate');
    return this.#inThread(party, sentence, () => ({
      verifying,
      head,
      body: joined(body, bodySize),
      verification,
      mostMs: usualMs + (msOfMebibyte * bodySize) / mostBodyBytes,
    }));
  }

  #mayExplain(party: number): boolean {
    return this.#milliseconds.waitMs(party) === 0 && this.#explanations.take(party, 1);
  }

  /** From now on nothing is looked into: all that wait get a plain reason. */
  stop(): void {
    this.#thread.stop();
  }

  /** Ends the thread, once it has explained what it is at. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  #inThread(party: number, plain: string, ask: () => ExplanationAsk): Promise<string> {
    return new Promise((resolve) => {
      let isOver = false;
      const end = (sentence: string) => {
        isOver = true;
        clearTimeout(timer);
        resolve(sentence);
      };
      const decline = (why: Declined) => {
        if (!isOver) end(this.#declined(plain, why));
      };
      const began = performance.now();
      let timer = setTimeout(decline, this.#bounds.turnMs, 'busy');
      const explain = async () => {
        if (isOver) return;
        clearTimeout(timer);
        const left = Math.max(0, this.#bounds.answerMs - (performance.now() - began));
        timer = setTimeout(decline, left, 'busy');
        const question = ask();
        const { sentence, tookMs } = await this.#thread.ask(question, [question.body.buffer]);
        if (!isOver) end(sentence);
        this.#milliseconds.count(party, tookMs);
        if (tookMs <= longMs) return;
        await new Promise((over) => setTimeout(over, Math.min(tookMs, mostRestMs)).unref());
      };
      this.#turns.runWaiting(party, explain).catch(() => decline('failed'));
    });
  }

  #declined(plain: string, why: Declined): string {
    this.#onDeclined(why);
    return notLookedInto(plain, reasons[why]);
  }
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
