import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** The behaviour of a sender. */
export interface Behaviour {
  /** The pause before each attempt after the first, in units. */
  pauses: readonly number[];
  /** Whether it waits as long as a Retry-After asks for. */
  honoursRetryAfter: boolean;
  /** Whether it gives up after this attempt. */
  givesUp: (attempt: number, outcome: Outcome) => boolean;
  /** The number of requests that it sends at once as this attempt. */
  copies: (attempt: number) => number;
  idOf: (attempt: number) => string;
  bodyOf: (attempt: number) => string;
  /** When it signed an attempt, in seconds since 1970. */
  signedAt: () => number;
  /** Whether it makes one more attempt after a success. */
  goesOn: boolean;
}

export const correct: Behaviour = {
  pauses: [1, 2, 4, 8, 16],
  honoursRetryAfter: true,
  givesUp: () => false,
  copies: () => 1,
  idOf: () => 'msg_1',
  bodyOf: () => '{"type":"order.paid"}',
  signedAt: secondsNow,
  goesOn: false,
};

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** A signature that is made once for all attempts. */
export function signedOnce(): () => number {
  const seconds = secondsNow();
  return () => seconds;
}

export type Outcome = { status: number; retryAfterMs: number } | 'timeout' | 'reset';

/** The time that it waits for an answer, in units. */
const patience = 4;

/**
 * Delivers one event over real connections, one for each request. Resolves when the sender has nothing left to do, with
 * the longest time in milliseconds by which a request may have reached the service late, by the clock that the service
 * notes requests with: the machine may be busy, and a virtual one that stood still sets its clock.
 */
export async function deliver(url: string, behaviour: Behaviour, unitMs: number): Promise<number> {
  let latenessMs = 0;
  let dueAt = Date.now();
  for (let attempt = 1; ; attempt++) {
    const copies = Array.from({ length: behaviour.copies(attempt) }, () =>
      send(url, behaviour, attempt, unitMs),
    );
    const outcomes = await Promise.all(copies);
    const waitedMs = outcomes.includes('timeout') ? patience * unitMs : 0;
    latenessMs = Math.max(latenessMs, Date.now() - dueAt - waitedMs);
    if (outcomes.some(isSuccess)) {
      if (behaviour.goesOn) await send(url, behaviour, attempt + 1, unitMs);
      return latenessMs;
    }
    const pauseUnits = behaviour.pauses[attempt - 1];
    if (pauseUnits === undefined) return latenessMs;
    if (outcomes.some((outcome) => behaviour.givesUp(attempt, outcome))) return latenessMs;
    const asked = Math.max(...outcomes.map(askedMs));
    const chosenMs = asked > 0 && !behaviour.honoursRetryAfter ? 0 : pauseUnits * unitMs;
    const pauseMs = asked > 0 && behaviour.honoursRetryAfter ? asked : chosenMs;
    dueAt = Date.now() + pauseMs;
    await pause(pauseMs);
  }
}

function isSuccess(outcome: Outcome): boolean {
  return typeof outcome === 'object' && outcome.status < 300;
}

function askedMs(outcome: Outcome): number {
  return typeof outcome === 'object' ? outcome.retryAfterMs : 0;
}

function send(
  url: string,
  behaviour: Behaviour,
  attempt: number,
  unitMs: number,
): Promise<Outcome> {
  const headers = {
    'content-type': 'application/json',
    'webhook-id': behaviour.idOf(attempt),
    'webhook-timestamp': String(behaviour.signedAt()),
    'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  };
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', agent: false, headers }, (response) => {
      response.resume();
      const retryAfterMs = Number(response.headers['retry-after'] ?? 0) * 1000;
      resolve({ status: response.statusCode ?? 0, retryAfterMs });
    });
    const hangUp = setTimeout(() => {
      resolve('timeout');
      sent.destroy();
    }, patience * unitMs);
    sent.on('error', () => resolve('reset'));
    sent.on('close', () => clearTimeout(hangUp));
    sent.end(behaviour.bodyOf(attempt));
  });
}
