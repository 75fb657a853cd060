import type { HandshakeAnswer } from '../senders/tables/handshakes.ts';

/** The answer to all attempts from this number on, up to the next one of its schedule. */
export interface ScheduledAnswer {
  /** The first attempt that is answered so. */
  from: number;
  /** As it is stored: `429`, `timeout 10s`, `reset`, `truncate 100`. */
  answer: string;
  /** The Retry-After of the answer, in seconds. */
  retryAfter?: number;
  /** The index of the reply; `undefined`: the acknowledgement of endpoints without settings. */
  reply: number | undefined;
  /** The index of its step. */
  step: number;
}

/** Everything about a request that is decided before it is stored: only the number of its attempt is open. */
export interface Decision {
  /** Begins with attempt 1, in rising order; never empty. */
  schedule: readonly ScheduledAnswer[];
  /** The texts for the templates of the replies in the schedule, by the printed name of the field. */
  values: ReadonlyMap<string, string>;
  /** The same text for all attempts of a delivery, and for no other request of the endpoint. */
  delivery: string;
  /** The sender's own id of the delivery; `undefined` if the request has none. */
  id: string | undefined;
  /** The sender's name for the event, by the scheme of the settings; `undefined` if these verify nothing or it is not told. */
  event?: string | undefined;
  /** The answer of the schedule's reply if that is a handshake. */
  handshake?: HandshakeAnswer | undefined;
}

/** The answer to an attempt, by a schedule that begins with attempt 1 and is in rising order. */
export function answerTo<Answer extends { from: number }>(
  schedule: readonly Answer[],
  attempt: number,
): Answer {
  let found = schedule[0];
  for (const answer of schedule) if (answer.from <= attempt) found = answer;
  if (found === undefined) throw new Error('A schedule begins with attempt 1');
  return found;
}
