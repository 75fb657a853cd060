import type { SignedHead, Verification } from '@hookwell/core/signatures';
import {
  explainByHead,
  mostBodyBytes,
  notLookedInto,
  type Verifying,
} from '@hookwell/core/signatures/explain';
import type { Logger } from 'pino';
import { Overloaded } from '../fairness/overloaded.ts';
import { Rates } from '../fairness/rates.ts';
import { ownBytes } from '../threads/messages.ts';
import { TaskQueue } from '../threads/task-queue.ts';
import { ThreadClient } from '../threads/thread-client.ts';
import type { ExplanationExchanges } from './explanation-thread.ts';

/** The time for one explanation, and what a body of a MiB adds to it. */
const usualMs = 100;
const msOfMebibyte = 50;
/** For so many explanations of one party a second the answers wait, and for so long. The first one starts the thread. */
const mostAwaited = 10;
const awaitedMs = 400;
/** So many wait, and half as many of one party: most take a millisecond or two. */
const mostWaiting = 400;
/** They wait for so long. The rest of the 15 seconds that are promised is for the explanation, and for storing it. */
const mostWaitMs = 14_000;
/** The bodies and heads of requests that wait to be looked into, of all parties. */
const mostHeldBytes = 32 * 1024 * 1024;
/** The thread works on texts of some MiB. */
const heapMebibytes = 128;

/** Why a failure was not looked into. */
export type Declined = 'body' | 'room' | 'late' | 'failed';

const reasons: Readonly<Record<Declined, string>> = {
  body: 'the body is larger than 1 MiB',
  room: 'too many failed signatures waited for it',
  late: 'it did not get its turn within 15 seconds',
  failed: 'the service stops, or it failed',
};

/** A body in pieces, which is copied if it is looked into. */
interface SignedBody {
  body: readonly Uint8Array[];
  bodySize: number;
}

/** Why a request did not verify, as far as it is known by now. */
export interface Explained {
  sentence: string;
  /** The sentence that takes its place, while the cause is still looked for. It never rejects. */
  later?: Promise<string>;
}

/**
 * Explains why requests did not verify, in a thread, one after the other. Answers wait for that for a moment, so that no capture
 * waits for long. After that the explanation comes later, within 15 seconds, else a plain reason says that the cause was not
 * looked for. Secrets go to the thread alone.
 */
export class Explainer {
  readonly #thread: ThreadClient<ExplanationExchanges>;
  readonly #queue = new TaskQueue(mostWaiting, () => this.#thread.usedMs());
  readonly #awaited = new Rates({ burst: mostAwaited, perSecond: mostAwaited });
  readonly #onDeclined: (why: Declined) => void;
  #heldBytes = 0;
  #hasStopped = false;

  /** @param onDeclined is told of each failure that is not looked into */
  constructor(log: Pick<Logger, 'error'>, onDeclined: (why: Declined) => void) {
    this.#thread = new ThreadClient({
      address: new URL('./explanation-thread.ts', import.meta.url),
      name: 'explainer',
      work: 'explains signatures',
      log,
      limits: { maxOldGenerationSizeMb: heapMebibytes },
    });
    this.#onDeclined = onDeclined;
  }

  /**
   * Why a request did not verify. At once if the head tells it or no answer may wait, else within some 400 ms. It never
   * rejects.
   */
  explain(
    party: number,
    verifying: Verifying,
    head: SignedHead,
    { body, bodySize }: SignedBody,
    verification: Verification,
  ): Explained | Promise<Explained> {
    const { sentence: plain, isFinal } = explainByHead(verifying, head, verification);
    if (isFinal) return { sentence: plain };
    const declined = (why: Declined): string => {
      this.#onDeclined(why);
      return notLookedInto(plain, reasons[why]);
    };
    if (bodySize > mostBodyBytes) return { sentence: declined('body') };
    if (this.#hasStopped) return { sentence: declined('failed') };
    const size = bodySize + sizeOfHead(head);
    if (this.#heldBytes + size > mostHeldBytes) return { sentence: declined('room') };
    const mostMs = usualMs + (msOfMebibyte * bodySize) / mostBodyBytes;
    const whole = ownBytes(Buffer.concat(body));
    const ask = { verifying, head, verification, mostMs, body: whole };
    const work = () => this.#thread.ask('explain', ask, [whole.buffer]);
    const looking = this.#queue.run(party, work, mostWaitMs);
    if (looking === undefined) return { sentence: declined('room') };
    this.#heldBytes += size;
    const later = looking
      .catch((error: unknown) => declined(error instanceof Overloaded ? 'late' : 'failed'))
      .finally(() => {
        this.#heldBytes -= size;
      });
    return this.#awaited.take(party, 1) ? inTime(plain, later) : { sentence: plain, later };
  }

  /** From now on nothing is looked into: all that wait get a plain reason. */
  stop(): void {
    this.#hasStopped = true;
    this.#thread.stop();
  }

  /** Ends the thread, once it has explained what it is at. */
  close(): Promise<void> {
    this.stop();
    return this.#thread.close();
  }
}

/** The bytes of memory that a head takes, as long texts and short ones do. */
function sizeOfHead({ url, headers }: SignedHead): number {
  return headers.reduce((size, text) => size + text.length + 32, url.length + 4096);
}

/** The explanation as far as it is known once the answer does not wait any more. */
function inTime(plain: string, later: Promise<string>): Promise<Explained> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ sentence: plain, later }), awaitedMs);
    void later.then((sentence) => {
      clearTimeout(timer);
      resolve({ sentence });
    });
  });
}
