import type { SignedHead, Verification } from '@hookwell/core/signatures';
import {
  explainByHead,
  mostBodyBytes,
  notLookedInto,
  type Verifying,
} from '@hookwell/core/signatures/explain';
import { Overloaded } from '../fairness/overloaded.ts';
import { ownBytes } from '../threads/messages.ts';
import type { WorkerPool } from '../workers/pool.ts';

/** The time for one explanation, and what a body of a MiB adds to it. */
const usualMs = 100;
const msOfMebibyte = 50;
/** Answers wait for an explanation for so long. */
const awaitedMs = 400;
/** An explanation waits for a thread for so long: the rest of the 15 seconds that are promised is for making and storing it. */
const waitMs = 14_000;
/** The bodies and heads of requests that wait to be looked into, of all tenants. */
const maxHeldBytes = 32 * 1024 * 1024;

/** Why a failure was not looked into. */
export type Declined = 'body' | 'room' | 'failed';

const reasons: Readonly<Record<Declined, string>> = {
  body: 'the body is larger than 1 MiB',
  room: 'too many failed signatures waited for it',
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
 * Explains why requests did not verify, in the worker pool. Answers wait for that for a moment, so that no capture waits for long.
 * After that the explanation comes later, within 15 seconds, else a plain reason says that the cause was not looked for.
 */
export class Explainer {
  readonly #pool: Pick<WorkerPool, 'run'>;
  readonly #onDeclined: (why: Declined) => void;
  #heldBytes = 0;
  #hasStopped = false;

  /** @param onDeclined is called for each failure that is not looked into */
  constructor(pool: Pick<WorkerPool, 'run'>, onDeclined: (why: Declined) => void) {
    this.#pool = pool;
    this.#onDeclined = onDeclined;
  }

  /**
   * Why a request did not verify. At once if the head tells it, else within some 400 ms. It never rejects.
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
    if (this.#heldBytes + size > maxHeldBytes) return { sentence: declined('room') };
    const maxMs = usualMs + (msOfMebibyte * bodySize) / mostBodyBytes;
    const prepare = () => {
      const whole = ownBytes(Buffer.concat(body));
      return {
        ask: { verifying, head, verification, maxMs, body: whole },
        transfer: [whole.buffer],
      };
    };
    this.#heldBytes += size;
    const later = this.#pool
      .run('explain', prepare, {
        tenant: party,
        kind: 'explanation',
        timeoutMs: 2 * maxMs,
        waitMs,
      })
      .catch((error: unknown) => declined(error instanceof Overloaded ? 'room' : 'failed'))
      .finally(() => {
        this.#heldBytes -= size;
      });
    return inTime(plain, later);
  }

  /** From now on nothing is looked into. */
  stop(): void {
    this.#hasStopped = true;
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
