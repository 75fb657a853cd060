import type { StreamedRequest } from '../contract/view.ts';
import type { Received } from './received.ts';
import { Undecided } from './watch.ts';
import { counted, quoted, visible } from './wording.ts';

/** How many of the captured requests a message has a line for. */
const mostLines = 5;

export interface WaitErrorDetails {
  /** What went wrong, in a sentence. */
  sentence: string;
  received: Received;
  /** Those that matched. */
  matched: readonly StreamedRequest[];
  timeout: number;
  /** Whether the nearest miss tells anything: it does where the match has criteria. */
  explains: boolean;
  /** Whether the service answered at all while it was waited. */
  wasReached: boolean;
  cause?: unknown;
}

/**
 * What was waited for did not come in time, or what should not have come did. The message tells what did
 * arrive, and of the nearest miss what held and what did not.
 */
export class WaitError extends Error {
  static {
    WaitError.prototype.name = 'WaitError';
  }

  /** The captured requests that were looked at, oldest first; of many only the latest. */
  readonly received: readonly StreamedRequest[];
  /** Those that matched: fewer than were waited for, or the one that should not have come. */
  readonly matched: readonly StreamedRequest[];
  /** The one that came nearest to a match, where the match has criteria. */
  readonly nearest: StreamedRequest | undefined;
  /** How long was waited, in milliseconds. */
  readonly timeout: number;
  /**
   * Whether the service answered at all meanwhile. Where it did not, nothing is known of what was captured: the
   * address may be wrong, or the service down.
   */
  readonly wasReached: boolean;

  constructor(details: WaitErrorDetails) {
    const { sentence, received, matched, timeout, explains, wasReached, cause } = details;
    const nearest = explains ? received.nearest : undefined;
    const miss = nearest === undefined ? [] : missLines(nearest);
    const lines = [sentence, ...causeLines(cause), ...receivedLines(received, cause), ...miss];
    super(lines.join('\n'), cause === undefined ? undefined : { cause });
    this.received = [...received.latest];
    this.matched = matched;
    this.nearest = nearest?.request;
    this.timeout = timeout;
    this.wasReached = wasReached;
  }
}

function causeLines(cause: unknown): string[] {
  return cause instanceof Error ? [`It is not certain: ${visible(cause.message)}`] : [];
}

function receivedLines({ count, latest }: Received, cause: unknown): string[] {
  if (count === 0) return cause instanceof Undecided ? [] : ['Nothing arrived.'];
  const shown = latest.slice(-mostLines);
  const arrived = `${counted(count, 'request')} arrived`;
  const title = count > shown.length ? `${arrived}, the latest:` : `${arrived}:`;
  return [title, ...shown.map((request) => `  ${lineOf(request)}`)];
}

/** A captured request in one line: `#7 POST /paid?a=1 application/json "{…"`. */
export function lineOf(request: StreamedRequest): string {
  const { id, method, path = '', queryParams, headers, body } = request;
  const query = new URLSearchParams(queryParams).toString();
  const target = visible(query === '' ? path : `${path}?${query}`).slice(0, 200);
  const words = [`#${id}`, visible(method), target, visible(headers['content-type'] ?? '')];
  return [...words, body === '' ? 'no body' : quoted(body)].filter((word) => word !== '').join(' ');
}

function missLines({ request, findings }: NonNullable<Received['nearest']>): string[] {
  return [
    `The nearest is #${request.id}:`,
    ...findings.map(({ holds, words, instead }) => {
      return holds ? `  ✓ ${words}` : `  ✗ ${words}: ${instead}`;
    }),
  ];
}
