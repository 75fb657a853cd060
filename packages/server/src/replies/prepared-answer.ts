import { errorText } from '@hookwell/contract';
import {
  answerTo,
  delayOfStep,
  headOf,
  type Reply,
  renderBody,
  type Settings,
  type Step,
} from '@hookwell/replies';
import type { Appended } from '../capture-log/capture-log.ts';
import type { Examined } from './examination.ts';

/** An answer that is ready to be sent. It refers to nothing of its request. */
export type PreparedAnswer = PreparedReply | PreparedFault;

export interface PreparedReply {
  kind: 'answer';
  status: number;
  /** `[name, value, …]`, without those that tell the length. */
  headers: readonly string[];
  body: Uint8Array;
  /** The bytes that nothing else holds. */
  ownBytes: number;
  delayMs: number;
  /** Only so many bytes of the body are sent, and more are announced; then the connection is closed. */
  truncatedTo?: number;
}

/** No answer: the connection is closed, or reset, after a time without a byte. */
export interface PreparedFault {
  kind: 'timeout' | 'reset';
  delayMs: number;
}

/** The answer to an attempt; undefined if it is the acknowledgement. */
export function prepareAnswer(
  { replies }: Settings,
  { schedule, values, hasFailed }: Examined,
  { id, attempt = 1, delivery }: Appended & { delivery: string },
): PreparedAnswer | undefined {
  if (hasFailed) return tryAgain;
  const scheduled = answerTo(schedule, attempt);
  if (scheduled.reply === undefined) return undefined;
  const reply = replies[scheduled.reply];
  const step = reply?.steps[scheduled.step];
  if (reply === undefined || step === undefined) throw new Error('A schedule names its replies');
  if (step.kind === 'timeout') return { kind: 'timeout', delayMs: step.ms };
  const delayMs = delayOfStep(reply, step);
  if (step.kind === 'reset') return { kind: 'reset', delayMs };
  const stored = [
    ['id', String(id)],
    ['attempt', String(attempt)],
    ['answer', scheduled.answer],
    ['delivery', delivery],
  ] as const;
  const { body, ownBytes } = bodyOf(reply, new Map([...values, ...stored]));
  const { status, headers } = headWithDefaults(reply, step);
  return {
    kind: 'answer',
    status,
    headers,
    body,
    ownBytes,
    delayMs,
    ...(step.kind === 'truncate' ? { truncatedTo: step.bytes } : {}),
  };
}

/** The answer to a capture that was stored and could not be examined. */
const tryAgain: PreparedReply = {
  kind: 'answer',
  status: 503,
  headers: [
    'Content-Type',
    'application/json; charset=utf-8',
    'Retry-After',
    '1',
    'Access-Control-Allow-Origin',
    '*',
  ],
  body: Buffer.from(errorText('unavailable')),
  ownBytes: 0,
  delayMs: 0,
};

/** The bodies without fields, for as long as their settings are in memory: any number of answers share one. */
const fixedBodies = new WeakMap<Reply, Uint8Array>();

function bodyOf(
  reply: Reply,
  values: ReadonlyMap<string, string>,
): { body: Uint8Array; ownBytes: number } {
  const fixed = fixedBodies.get(reply);
  if (fixed !== undefined) return { body: fixed, ownBytes: 0 };
  const body = renderBody(reply, values);
  if (!hasFields(reply)) {
    fixedBodies.set(reply, body);
    return { body, ownBytes: 0 };
  }
  return { body, ownBytes: body.length };
}

function hasFields({ body }: Reply): boolean {
  if (body === undefined || body instanceof Uint8Array) return false;
  return body.parts.some((part) => typeof part !== 'string');
}

/** What a guest lets an endpoint answer must never act in the dashboard's name: it may have the same origin. */
const always = ['Content-Security-Policy', 'sandbox', 'X-Content-Type-Options', 'nosniff'];

/** The heads of all answers by a step, for as long as its settings are in memory. */
const heads = new WeakMap<Step, { status: number; headers: readonly string[] }>();

function headWithDefaults(
  reply: Reply,
  step: Step,
): { status: number; headers: readonly string[] } {
  const known = heads.get(step);
  if (known !== undefined) return known;
  const { status, headers } = headOf(reply, step);
  const allowsOrigins = headers.some(
    ([name]) => name.toLowerCase() === 'access-control-allow-origin',
  );
  const origins = allowsOrigins ? [] : ['Access-Control-Allow-Origin', '*'];
  const head = { status, headers: [...headers.flat(), ...origins, ...always] };
  heads.set(step, head);
  return head;
}
