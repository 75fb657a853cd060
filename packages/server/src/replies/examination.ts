import { bodyWork, type Decision, examine, quickWork, type Settings } from '@hookwell/replies';
import type { UndecidedCapture } from '../receive/replies.ts';
import { bodyText, contentTypeOf } from '../sent-request/body-text.ts';
import { headerPairs, parseHeaders } from '../sent-request/headers.ts';
import { isHeavyBody } from '../sent-request/heavy-bodies.ts';
import { searchedRequest } from '../sent-request/searched-request.ts';

/** A request without its body, for an examination. */
export interface ExaminedHead
  extends Pick<
    UndecidedCapture,
    'receivedAt' | 'method' | 'target' | 'headers' | 'ipAddress' | 'bodySize'
  > {
  /** All headers as they came, `[name, value, …]`: those with `X-` too, which are not stored. */
  doorHeaders: readonly string[];
  /** SHA-256, in hex. */
  bodyHash: string;
  /** That on its signature; absent if the endpoint verifies none. */
  verdict?: string;
}

/** The text of a body, or its beginning. */
export interface ExaminedBody {
  text: string;
  isWhole: boolean;
}

/** What is known about a request once it was examined. */
export interface Examined extends Decision {
  /** The sender's name for the event. */
  event: string | undefined;
  /** It could not be done: the sender is told to try again later. */
  hasFailed?: true;
}

/** Decides about a request. Takes time in proportion to its body and to the settings. */
export function examineRequest(
  settings: Settings,
  head: ExaminedHead,
  body: ExaminedBody,
): Examined {
  const request = searchedRequest(head);
  const doorHeaders = headerPairs(head.doorHeaders);
  const decision = examine(settings, { request, doorHeaders, body, bodyHash: head.bodyHash });
  const { event } = request;
  if (typeof event !== 'object') return { ...decision, event };
  const start = body.text.slice(0, event.mostCharacters);
  const isWhole = body.isWhole && start.length === body.text.length;
  return { ...decision, event: event.eventOf(start, isWhole) };
}

/**
 * Stands for an examination that could not be done. The capture is stored all the same, and answered 503: nobody knows
 * which answer its sender was to get, and most senders send again.
 */
export function unexamined({ delivery }: Settings, head: ExaminedHead): Examined {
  const { method, target, bodyHash } = head;
  return {
    schedule: [{ from: 1, answer: '503', retryAfter: 1, reply: undefined, step: 0 }],
    values: new Map(),
    delivery: delivery === 'one' ? 'one' : JSON.stringify(['unexamined', method, target, bodyHash]),
    id: undefined,
    event: undefined,
    hasFailed: true,
  };
}

/** Whether examining a capture takes so little time that the event loop can do it. */
export function isQuickToExamine(settings: Settings, capture: UndecidedCapture): boolean {
  return !isHeavyBody(capture) && bodyWork(settings, capture.bodySize) <= quickWork;
}

/** The text of a body that is neither large nor compressed. */
export function wholeText({ body, headers }: UndecidedCapture): ExaminedBody {
  const [only = new Uint8Array()] = body;
  const bytes = body.length > 1 ? Buffer.concat(body) : only;
  return { text: bodyText(bytes, contentTypeOf(parseHeaders(headers))).text, isWhole: true };
}
