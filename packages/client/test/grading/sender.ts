import { type ClientRequest, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** What a sender does after failed attempts. A correct one needs no more than its pauses. */
export interface Behaviour {
  /**
   * The pause before the next attempt, in milliseconds, by how long those before it really were: timers are late on a busy
   * machine.
   */
  pauseAfter: (pauses: readonly number[]) => number;
  /** Whether it waits as long as a Retry-After asks for. */
  honoursRetryAfter: boolean;
  /** After which attempt it gives up, by the number of the attempt or by what went wrong. */
  givesUp: (attempt: number, outcome: Outcome) => boolean;
  /** How many requests it sends at once as this attempt. */
  copies: (attempt: number) => number;
  idOf: (attempt: number) => string;
  bodyOf: (attempt: number) => string;
  /** When it signed this attempt, in seconds since 1970. */
  signedAt: (attempt: number) => number;
  /** Whether it makes one more attempt after a success. */
  goesOn: boolean;
}

const began = Math.floor(Date.now() / 1000);

export const correct: Behaviour = {
  pauseAfter: (pauses) => 2 * (pauses.at(-1) ?? 25),
  honoursRetryAfter: true,
  givesUp: () => false,
  copies: () => 1,
  idOf: () => 'msg_1',
  bodyOf: () => '{"type":"order.paid"}',
  signedAt: () => Math.floor(Date.now() / 1000),
  goesOn: false,
};

/** A signature that is made once for all attempts. */
export const signedOnce = (): number => began;

export type Outcome = { status: number; retryAfterMs: number } | 'timeout' | 'reset';

/** How long it waits for an answer, in milliseconds. */
export const patienceMs = 150;

/** Delivers one event over real connections, one for each attempt. Resolves when the sender has nothing left to do. */
export async function deliver(url: string, behaviour: Behaviour): Promise<void> {
  const pauses: number[] = [];
  for (let attempt = 1; ; attempt++) {
    const startedAt = performance.now();
    const copies = Array.from({ length: behaviour.copies(attempt) }, () =>
      send(url, behaviour, attempt),
    );
    const outcomes = await Promise.all(copies);
    if (outcomes.some(isSuccess)) {
      if (behaviour.goesOn) await send(url, behaviour, attempt + 1);
      return;
    }
    if (outcomes.some((outcome) => behaviour.givesUp(attempt, outcome))) return;
    // A pause begins when the answer comes, at once with a request, or when the sender hangs up.
    const pauseFrom = outcomes.includes('timeout') ? performance.now() : startedAt;
    const [asked = 0] = outcomes.map(askedMs).filter((ms) => ms > 0);
    if (asked > 0) {
      await setTimeout(behaviour.honoursRetryAfter ? asked : 25);
    } else {
      await setTimeout(behaviour.pauseAfter(pauses));
      pauses.push(performance.now() - pauseFrom);
    }
  }
}

function isSuccess(outcome: Outcome): boolean {
  return typeof outcome === 'object' && outcome.status < 300;
}

function askedMs(outcome: Outcome): number {
  return typeof outcome === 'object' ? outcome.retryAfterMs : 0;
}

function send(url: string, behaviour: Behaviour, attempt: number): Promise<Outcome> {
  const body = behaviour.bodyOf(attempt);
  return new Promise((resolve) => {
    const sent: ClientRequest = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json',
          'webhook-id': behaviour.idOf(attempt),
          'webhook-timestamp': String(behaviour.signedAt(attempt)),
          'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        },
      },
      (response) => {
        response.resume();
        const retryAfterMs = Number(response.headers['retry-after'] ?? 0) * 1000;
        resolve({ status: response.statusCode ?? 0, retryAfterMs });
      },
    );
    const patience = globalThis.setTimeout(() => {
      resolve('timeout');
      sent.destroy();
    }, patienceMs);
    sent.on('error', () => resolve('reset'));
    sent.on('close', () => clearTimeout(patience));
    sent.end(body);
  });
}
