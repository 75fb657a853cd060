import { mostAnswerBodyBytes, replyStatuses } from '../api/settings-names.ts';
import { readWhen } from './matches.ts';
import {
  butFound,
  members,
  nearestTo,
  ofText,
  Reading,
  refuseOthers,
  SettingsError,
  ShapeError,
  shown,
  textOf,
  wholeNumber,
} from './reading.ts';
import { readBase64Body, readText, readTextBody } from './reply-body.ts';
import { contentTypes, headerOf, secondsOf } from './reply-head.ts';
import { readHeaders, readHeaderValue, readLiteralValue } from './reply-headers.ts';
import { handshakeNames, mostStepsInPlan, type Reply } from './settings.ts';
import { delayOf, parseStep, type Step } from './step.ts';

const memberNames = [
  'when',
  'status',
  'headers',
  'body',
  'bodyBase64',
  'delay',
  'plan',
  'handshake',
];

/** @throws {SettingsError} at the first place of the reply that makes no sense */
export function readReply(value: unknown, place: string, reading: Reading): Reply {
  const reply = members(value, place, 'a reply must be an object');
  refuseOthers(reply, memberNames, place);
  if (reply.handshake !== undefined) return readHandshake(reply, place);
  const read = <Value>(name: string, of: (value: unknown, place: string) => Value) =>
    reading.member(reply, name, place, of);
  const status = read('status', readStatus) ?? 200;
  const plan = read('plan', (steps, own) => readPlan(steps, own, reading));
  const { isStored } = reading;
  const when = read(
    'when',
    ofText((text, own) => readWhen(text, own, isStored)),
  );
  const headers = read('headers', (written, own) =>
    readHeaders(written, own, isStored, (text, place, isType) =>
      readHeaderValue(text, place, { isType, isStored }),
    ),
  );
  const text = read('body', ofText(readTextBody));
  const bytes = read('bodyBase64', (base64, own) => {
    if (reply.body === undefined) return readBase64Body(textOf(base64, own), own);
    throw new ShapeError(own, 'a reply has a body or a bodyBase64, not both');
  });
  return {
    when,
    status,
    steps: plan ?? [{ written: String(status), kind: 'status', status }],
    hasPlan: plan !== undefined,
    headers: headers ?? [],
    body: text ?? bytes,
    delayMs:
      read('delay', ofText(delayOf, 'a delay must be a string such as 500ms, 2s or 1m')) ?? 0,
  };
}

function readHandshake(reply: Readonly<Record<string, unknown>>, place: string): Reply {
  const other = Object.keys(reply).find((name) => name !== 'handshake');
  if (other !== undefined) {
    throw new ShapeError(`${place}.${other}`, 'a reply with a handshake has no other member');
  }
  const handshake = handshakeNames.find((name) => name === reply.handshake);
  if (handshake === undefined) {
    const given =
      typeof reply.handshake === 'string'
        ? `there is no handshake ${shown(reply.handshake)}${nearestTo(reply.handshake, handshakeNames)}`
        : `a handshake must be the name of a sender${butFound(reply.handshake)}`;
    const sentence = `${given}; write ${handshakeNames.join(', ')}`;
    throw new ShapeError(`${place}.handshake`, sentence);
  }
  return {
    handshake,
    when: undefined,
    status: 200,
    steps: [{ written: '200', kind: 'status', status: 200 }],
    hasPlan: false,
    headers: [],
    body: undefined,
    delayMs: 0,
  };
}

function readStatus(status: unknown, place: string): number {
  const { minimum, maximum } = replyStatuses;
  const sentence = `a status must be a whole number from ${minimum} to ${maximum}`;
  return wholeNumber(status, place, replyStatuses, sentence);
}

function readPlan(plan: unknown, place: string, reading: Reading): readonly Step[] {
  if (!Array.isArray(plan)) {
    throw new ShapeError(
      place,
      `this must be a list of steps such as ["500", "200"]${butFound(plan)}`,
    );
  }
  if (plan.length === 0) throw new ShapeError(place, 'this must have at least one step');
  reading.part(() => {
    if (plan.length <= mostStepsInPlan) return;
    throw new SettingsError(place, `this has at most ${mostStepsInPlan} steps`);
  });
  return Array.from(plan, (step: unknown, index) => {
    const own = `${place}[${index}]`;
    return reading.part(() =>
      parseStep(textOf(step, own, 'a step must be a string such as "500"'), own),
    );
  }).filter((step) => step !== undefined);
}

/** An answer as it is sent, word for word. */
export interface LiteralAnswer {
  status: number;
  /** Names as written, with a Content-Type if there is a body. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
  /** Its Retry-After in seconds; `undefined` if it has none, or a date. */
  retryAfter: number | undefined;
}

/**
 * Reads the answer of a listener: plain data such as `JSON.parse` gives. Nothing in its body is filled in.
 * @throws {SettingsError} at the first place that makes no sense
 */
export function readListenerAnswer(document: unknown): LiteralAnswer {
  const answer = members(document, 'answer', 'an answer must be an object');
  refuseOthers(answer, ['status', 'headers', 'body', 'bodyBase64'], '');
  const status = readStatus(answer.status, 'status');
  const reading = new Reading();
  const headers =
    reading.member(answer, 'headers', '', (value, place) =>
      readHeaders(value, place, false, readLiteralValue),
    ) ?? [];
  const text = reading.member(
    answer,
    'body',
    '',
    ofText((body, place) => readText(body, place, mostAnswerBodyBytes)),
  );
  const bytes = reading.member(answer, 'bodyBase64', '', (base64, place) => {
    if (text === undefined)
      return readBase64Body(textOf(base64, place), place, mostAnswerBodyBytes);
    throw new ShapeError(place, 'an answer has a body or a bodyBase64, not both');
  });
  const type = text === undefined ? contentTypes.bytes : contentTypes.text;
  const body = text ?? bytes;
  const isNamed = body === undefined || headerOf({ headers }, 'content-type') !== undefined;
  return {
    status,
    headers: isNamed ? headers : [...headers, ['Content-Type', type]],
    body: body ?? new Uint8Array(),
    retryAfter: secondsOf(headerOf({ headers }, 'retry-after')),
  };
}
