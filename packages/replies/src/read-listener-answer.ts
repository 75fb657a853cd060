import { mostAnswerBodyBytes } from '@hookwell/contract/settings-names';
import { members, ofText, refuseOthers, textOf } from './members.ts';
import { readStatus } from './read-reply.ts';
import { Reading } from './reading.ts';
import { readBase64Body, readText } from './reply-body.ts';
import { contentTypes, headerOf, secondsOf } from './reply-head.ts';
import { readHeaders, readLiteralValue } from './reply-headers.ts';
import { ShapeError } from './settings-error.ts';

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
