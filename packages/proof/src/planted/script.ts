import type {
  Clear,
  Deletion,
  EndpointKind,
  ListenerAnswer,
  Made,
  Operation,
  Outcome,
  Read,
  Remove,
  Seen,
  Send,
  SettingsChange,
  Stream,
} from '../history/operation.ts';
import type { Anomaly } from '../judgement/judge.ts';

/** An anomaly in a history that is sound without it. */
export interface Planted {
  anomaly: Anomaly;
  /** How it came about, in a few words. */
  text: string;
  sound: readonly Operation[];
  operations: readonly Operation[];
}

/** The time of a call: when it began, and when it ended. */
export type Time = readonly [began: number, ended: number];

function call([began, ended]: Time) {
  return { client: 0, node: 0, began, ended };
}

/** Account 0 made an endpoint before everything else. */
export function made(endpointKind: EndpointKind, more: Partial<Made> = {}): Made {
  return { kind: 'made', ...call([0, 1]), endpoint: 0, account: 0, endpointKind, ...more };
}

/** A webhook for endpoint 0; its id is its mark. */
export function sent(mark: number, time: Time, more: Partial<Send> = {}): Send {
  const what = { endpoint: 0, mark, hash: hash(mark) };
  return {
    kind: 'send',
    ...call(time),
    ...what,
    outcome: 'stored',
    status: 200,
    id: mark,
    ...more,
  };
}

/** One that was acknowledged without an id. */
export function sentWithoutId(mark: number, time: Time, more: Partial<Send> = {}): Send {
  const { id: _, ...send } = sent(mark, time, more);
  return send;
}

/** One whose sender never heard. */
export function unclear(mark: number, time: Time, more: Partial<Send> = {}): Send {
  return sentWithoutId(mark, time, { outcome: 'unknown', status: 0, ...more });
}

/** One that was refused. */
export function refused(mark: number, time: Time, status: number): Send {
  return sentWithoutId(mark, time, { outcome: 'refused', status });
}

/** As it is shown. */
export function seen(mark: number, more: Partial<Seen> = {}): Seen {
  return { id: mark, endpoint: 0, mark, hash: hash(mark), ...more };
}

type Shown = number | Seen;

function asSeen(shown: Shown): Seen {
  return typeof shown === 'number' ? seen(shown) : shown;
}

/** A list of account 0: the whole one, if nothing else is said. */
export function list(time: Time, shown: readonly Shown[], more: Partial<Read> = {}): Read {
  const whole = { account: 0, outcome: 'done', from: 1, through: null } as const;
  return { kind: 'read', ...call(time), ...whole, captures: shown.map(asSeen), ...more };
}

/** A stream of account 0, and what it showed at which time. */
export function stream(
  time: Time,
  shown: readonly (readonly [at: number, shown: Shown])[],
  more: Partial<Stream> = {},
): Stream {
  const events = shown.map(([at, what]) => ({ at, seen: asSeen(what) }));
  return { kind: 'stream', ...call(time), account: 0, outcome: 'done', events, ...more };
}

/** A clear of account 0, if nothing else is said. */
export function cleared(time: Time, more: Partial<Clear> = {}): Clear {
  return { kind: 'clear', ...call(time), account: 0, outcome: 'done', ...more };
}

export function removed(id: number, time: Time, outcome: Outcome = 'done'): Remove {
  return { kind: 'remove', ...call(time), account: 0, id, outcome };
}

export function deleted(endpoint: number, time: Time, outcome: Outcome = 'done'): Deletion {
  return { kind: 'deletion', ...call(time), endpoint, outcome };
}

/** A version of the settings of endpoint 0. */
export function set(version: number, time: Time, outcome: Outcome = 'done'): SettingsChange {
  return { kind: 'settings', ...call(time), endpoint: 0, version, outcome };
}

/** A listener's answer for a capture of endpoint 0. */
export function answered(
  answer: number,
  id: number,
  time: Time,
  outcome: Outcome = 'done',
): ListenerAnswer {
  return { kind: 'answer', ...call(time), endpoint: 0, id, answer, outcome };
}

function hash(mark: number): string {
  return `bytes of ${mark}`;
}
