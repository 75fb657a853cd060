import { createHmac } from 'node:crypto';
import { errorText, requestHeader } from '@hookwell/core/api';
import {
  delayOfStep,
  type Evaluation,
  type HandshakeAnswer,
  headOf,
  type LiteralAnswer,
  ofAttempt,
  type Reply,
  renderBody,
  type Settings,
  type Step,
} from '@hookwell/core/rules';
import type { AppendedCapture } from '../capture-log/captures.ts';

/** An answer that is decided. Of its request it refers only to the values that its body names. */
export type PreparedAnswer = PreparedReply | PreparedFault;

export interface PreparedReply {
  kind: 'answer';
  status: number;
  /** `[name, value, …]`, without those that tell the length. */
  headers: readonly string[];
  /** Made when it is asked for: it may be far longer than its values. */
  body: () => Uint8Array;
  /** Whether it is made anew for each answer. */
  hasFields: boolean;
  /** The memory held while it waits: its text as the settings have it, and the values. */
  heldBytes: number;
  delayMs: number;
  /** Only so many bytes of the body are sent, and more are announced; then the connection is closed. */
  truncatedTo?: number;
  /** The sender gave this secret: it is kept, if the endpoint has none, before the answer is sent. */
  takesSecret?: { scheme: string; secret: string };
}

/** No answer: the connection is closed, or reset, after a time without a byte. */
export interface PreparedFault {
  kind: 'timeout' | 'reset';
  delayMs: number;
}

/**
 * The answer to an attempt; undefined if it is the acknowledgement.
 * @param secret the first one of the endpoint, which handshakes compute with
 */
export function prepareAnswer(
  { replies, verify }: Settings,
  { reply: index, answers, values, handshake }: Evaluation,
  { id, attempt = 1, delivery }: AppendedCapture & { delivery: string },
  secret?: string,
): PreparedAnswer | undefined {
  if (index === undefined) return undefined;
  const reply = replies[index];
  if (reply === undefined) throw new Error('An evaluation names one of the replies');
  const step = ofAttempt(reply.steps, attempt);
  if (reply.handshake !== undefined && handshake !== undefined)
    return handshakeReply(handshake, verify?.scheme, secret);
  if (step.kind === 'timeout') return { kind: 'timeout', delayMs: step.ms };
  const delayMs = delayOfStep(reply, step);
  if (step.kind === 'reset') return { kind: 'reset', delayMs };
  const stored = [
    ['id', String(id)],
    ['attempt', String(attempt)],
    ['answer', ofAttempt(answers, attempt).answer],
    ['delivery', delivery],
  ] as const;
  const all = new Map([...values, ...stored]);
  const { status, headers, isShared } = headWithDefaults(reply, step, all);
  const body = bodyOf(reply, all);
  const heldByHead = isShared ? 0 : headers.reduce((sum, text) => sum + text.length, 0);
  return {
    kind: 'answer',
    status,
    headers,
    ...body,
    heldBytes: body.heldBytes + heldByHead,
    delayMs,
    ...(step.kind === 'truncate' ? { truncatedTo: step.bytes } : {}),
  };
}

/** The answer that a responder gave. */
export function responderReply({ status, headers, body }: LiteralAnswer): PreparedReply {
  const names = headers.map(([name]) => name.toLowerCase());
  const origins = names.includes('access-control-allow-origin') ? [] : anyOrigin;
  return {
    kind: 'answer',
    status,
    headers: [...headers.flat(), ...origins, ...always],
    body: () => body,
    hasFields: false,
    heldBytes: body.length,
    delayMs: 0,
  };
}

/** The answer to a handshake. Without the secret that it needs nobody can make it: the sender is told to come again. */
function handshakeReply(
  handshake: HandshakeAnswer,
  scheme: string | undefined,
  secret: string | undefined,
): PreparedReply {
  const texts: string[] = [];
  for (const part of handshake.body) {
    if (typeof part === 'string') texts.push(part);
    else if (secret === undefined) return tryAgain;
    else texts.push(createHmac('sha256', secret).update(part.hmacOf).digest(part.encoding));
  }
  const body = Buffer.from(texts.join(''));
  return {
    kind: 'answer',
    status: handshake.status,
    headers: [...handshake.headers.flat(), ...anyOrigin, ...always],
    body: () => body,
    hasFields: false,
    heldBytes: body.length,
    delayMs: 0,
    ...(handshake.secret === undefined || scheme === undefined
      ? {}
      : { takesSecret: { scheme, secret: handshake.secret } }),
  };
}

/** Pages of any origin may read the answer, and the id of its request. */
const anyOrigin = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Access-Control-Expose-Headers', requestHeader],
];

const tryAgainBody = Buffer.from(errorText('unavailable'));

/** The answer to a capture that was stored and could not be examined, or whose own answer cannot be given now. */
export const tryAgain: PreparedReply = {
  kind: 'answer',
  status: 503,
  headers: ['Content-Type', 'application/json; charset=utf-8', 'Retry-After', '1', ...anyOrigin],
  body: () => tryAgainBody,
  hasFields: false,
  heldBytes: 0,
  delayMs: 0,
};

/** The bodies without fields, for as long as their settings are in memory: any number of answers share one. */
const fixedBodies = new WeakMap<Reply, Uint8Array>();

function bodyOf(
  reply: Reply,
  values: ReadonlyMap<string, string>,
): Pick<PreparedReply, 'body' | 'hasFields' | 'heldBytes'> {
  const { hasFields, length } = sourceOf(reply);
  let heldBytes = length;
  for (const value of values.values()) heldBytes += value.length;
  const body = hasFields ? () => renderBody(reply, values) : () => fixedBody(reply);
  return { body, hasFields, heldBytes };
}

function fixedBody(reply: Reply): Uint8Array {
  let body = fixedBodies.get(reply);
  if (body === undefined) {
    body = renderBody(reply, new Map());
    fixedBodies.set(reply, body);
  }
  return body;
}

interface BodySource {
  hasFields: boolean;
  /** Of the texts between the fields. */
  length: number;
}

const sources = new WeakMap<Reply, BodySource>();

function sourceOf(reply: Reply): BodySource {
  let source = sources.get(reply);
  if (source === undefined) {
    source = readSource(reply);
    sources.set(reply, source);
  }
  return source;
}

function readSource({ body }: Reply): BodySource {
  if (body === undefined) return { hasFields: false, length: 0 };
  if (body instanceof Uint8Array) return { hasFields: false, length: body.length };
  const texts = body.parts.filter((part) => typeof part === 'string');
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return { hasFields: texts.length < body.parts.length, length };
}

/** An answer that a guest chose must never act in the dashboard's name: it may have the same origin. */
const always = ['Content-Security-Policy', 'sandbox', 'X-Content-Type-Options', 'nosniff'];

interface AnswerHead {
  status: number;
  headers: readonly string[];
  /** Whether all answers by its step have it. */
  isShared: boolean;
}

/** The heads without fields, for as long as their settings are in memory. */
const heads = new WeakMap<Step, AnswerHead>();

function headWithDefaults(
  reply: Reply,
  step: Step,
  values: ReadonlyMap<string, string>,
): AnswerHead {
  const known = heads.get(step);
  if (known !== undefined) return known;
  const { status, headers } = headOf(reply, step, values);
  const allowsOrigins = headers.some(
    ([name]) => name.toLowerCase() === 'access-control-allow-origin',
  );
  const origins = allowsOrigins ? [] : anyOrigin;
  const isShared = reply.headers.every(([, value]) => typeof value === 'string');
  const head = { status, headers: [...headers.flat(), ...origins, ...always], isShared };
  if (isShared) heads.set(step, head);
  return head;
}
