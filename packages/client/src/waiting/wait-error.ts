import { textOfBytes } from '@hookwell/core/match';
import type { StreamedRequest } from '../calls/requests.ts';
import type { Received } from './arrivals.ts';
import { type BodyIssue, issueLines } from './schema-check.ts';
import { Undecided } from './watch.ts';
import { counted, quoted, visible } from './wording.ts';

/** The most captured requests that a message lists. */
const mostLines = 5;

export interface WaitErrorDetails {
  /** The failure, in a sentence. */
  sentence: string;
  received: Received;
  /** The requests that matched. */
  matched: readonly StreamedRequest[];
  timeout: number;
  /** Whether the nearest miss is known, with its terms. */
  explains: boolean;
  /** Whether the service answered at all during the wait. */
  wasReached: boolean;
  cause?: unknown;
  /** The faults in the body of the last request that matched. */
  issues?: readonly BodyIssue[] | undefined;
}

/**
 * The expected requests did not come in time, or one came that should not. The message lists the requests that did
 * arrive, and the terms that the nearest miss did and did not meet. Or one came whose body does not fit the schema
 * of the wait: the message then lists the faults.
 */
export class WaitError extends Error {
  static {
    WaitError.prototype.name = 'WaitError';
  }

  /** The examined requests, oldest first; of many only the latest. */
  readonly received: readonly StreamedRequest[];
  /**
   * The requests that matched: fewer than expected, or the one that should not have come. The last one is that whose body
   * does not fit the schema, if there are `issues`.
   */
  readonly matched: readonly StreamedRequest[];
  /** The request that came nearest to a match, if that is known. */
  readonly nearest: StreamedRequest | undefined;
  /** The time of the wait, in milliseconds. */
  readonly timeout: number;
  /**
   * Whether the service answered at all during the wait. If it did not, nothing is known of captured requests: the
   * address may be wrong, or the service down.
   */
  readonly wasReached: boolean;
  /** What does not fit the schema of the wait; `undefined` if the wait failed otherwise. */
  readonly issues: readonly BodyIssue[] | undefined;

  constructor(details: WaitErrorDetails) {
    const { sentence, received, matched, timeout, explains, wasReached, cause, issues } = details;
    const nearest = explains ? received.nearest : undefined;
    const miss = nearest === undefined ? [] : missLines(nearest, received);
    const faults = issues === undefined ? [] : misfitLines(issues, matched.at(-1));
    const arrived = receivedLines(received, cause);
    const lines = [sentence, ...faults, ...causeLines(cause), ...arrived, ...miss];
    super(lines.join('\n'), cause === undefined ? undefined : { cause });
    this.received = [...received.latest];
    this.matched = matched;
    this.nearest = nearest?.request;
    this.timeout = timeout;
    this.wasReached = wasReached;
    this.issues = issues;
  }
}

function misfitLines(issues: readonly BodyIssue[], request: StreamedRequest | undefined): string[] {
  const shown = request === undefined ? [] : ['The request:', `  ${lineOf(request)}`];
  return [...issueLines(issues), ...shown];
}

function causeLines(cause: unknown): string[] {
  return cause instanceof Error ? [`It is not certain: ${visible(cause.message)}`] : [];
}

function receivedLines(received: Received, cause: unknown): string[] {
  const { examined, leftOut, hasMore, isKnown, latest } = received;
  if (!isKnown) return [];
  const count = examined + leftOut;
  if (count === 0) return cause instanceof Undecided ? [] : ['Nothing arrived.'];
  const shown = latest.slice(-mostLines);
  const arrived = `${hasMore ? 'More than ' : ''}${counted(count, 'request')} arrived`;
  if (shown.length === 0) return [`${arrived}.`];
  const title = count > shown.length ? `${arrived}, the latest:` : `${arrived}:`;
  return [title, ...shown.map((request) => `  ${lineOf(request)}`)];
}

/** The most characters of path and query in a line. */
const mostTargetCharacters = 200;

/** A captured request in one line: `#7 POST /paid?a=1 application/json "{…"`. */
export function lineOf(request: StreamedRequest): string {
  const { id, method, path = '', queryParams, headers, body } = request;
  const query = new URLSearchParams(queryParams).toString();
  const text = textOfBytes(path);
  const whole = visible(query === '' ? text : `${text}?${query}`);
  const target = whole.slice(0, mostTargetCharacters);
  const words = [`#${id}`, visible(method), target, visible(headers['content-type'] ?? '')];
  return [...words, body === '' ? 'no body' : quoted(body)].filter((word) => word !== '').join(' ');
}

function missLines(
  { request, findings }: NonNullable<Received['nearest']>,
  { examined, leftOut }: Received,
): string[] {
  const title = leftOut > 0 ? `Of the latest ${examined}, the nearest` : 'The nearest';
  return [
    `${title} is #${request.id}:`,
    ...findings.map(({ holds, isUnknown, words, instead }) => {
      if (holds) return `  ✓ ${words}`;
      return `  ${isUnknown ? '?' : '✗'} ${words}: ${instead}`;
    }),
  ];
}
