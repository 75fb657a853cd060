import { Buffer } from 'node:buffer';
import type { CommittedCapture } from '../capture-log/announcements.ts';
import type { StoredCapture } from '../capture-log/captures.ts';
import { type CaptureView, isHeavy } from '../rendering/capture-text.ts';

/** The events of a stream show everything of a capture, or all but its body. */
export type EventView = Extract<CaptureView, 'event' | 'eventSummary'>;

/** The JSON of one event; undefined for a large or compressed capture, which takes too long to render at once. */
export type RenderEvent = (
  capture: StoredCapture,
  view: EventView,
  accountId: number,
) => Promise<string | undefined> | string | undefined;

/** A text of events ends with the capture that makes it this long: the most one socket gets at once. */
const mostTextBytes = 1024 * 1024;

/** Captures as the text that sockets get, one buffer for all of them. */
export interface Events {
  /** The id of the last capture in the text; 0 if there is none. */
  last: number;
  /** The first capture that is not in the text; undefined if all are. */
  next: StoredCapture | undefined;
  /** Whether the next one has to be written by itself, piece by piece. */
  isNextLarge: boolean;
  /** The text of the captures after the cursor; undefined if there is none. */
  after(cursor: number): Buffer | undefined;
}

/**
 * Renders captures for any number of streams, up to the first large one. A text of more than `roomBytes` counts as
 * large as well.
 */
export async function renderEvents(
  captures: readonly StoredCapture[],
  render: (capture: StoredCapture) => ReturnType<RenderEvent>,
  roomBytes = Number.POSITIVE_INFINITY,
): Promise<Events> {
  const rendered: RenderedEvent[] = [];
  let isNextLarge = false;
  for (let bytes = 0; bytes < mostTextBytes; ) {
    const capture = captures[rendered.length];
    if (capture === undefined) break;
    const json = await render(capture);
    isNextLarge = json === undefined;
    if (json === undefined) break;
    const text = Buffer.from(json);
    bytes += text.length;
    if (bytes > roomBytes) {
      isNextLarge = rendered.length === 0;
      break;
    }
    rendered.push({ id: capture.id, text });
  }
  return joinEvents(rendered, captures[rendered.length], isNextLarge);
}

interface RenderedEvent {
  id: number;
  text: Uint8Array;
}

/** The text before the JSON of an event, and after it. */
export const opening: Uint8Array = Buffer.from('data: ');
export const closing: Uint8Array = Buffer.from('\n\n');

function joinEvents(
  rendered: readonly RenderedEvent[],
  next: StoredCapture | undefined,
  isNextLarge: boolean,
): Events {
  const join = (events: readonly RenderedEvent[]) =>
    Buffer.concat(events.flatMap(({ text }) => [opening, text, closing]));
  const whole = join(rendered);
  const first = rendered[0]?.id ?? 0;
  const last = rendered.at(-1)?.id ?? 0;
  return {
    last,
    next,
    isNextLarge,
    after(cursor) {
      if (cursor >= last) return undefined;
      return cursor < first ? whole : join(rendered.filter(({ id }) => id > cursor));
    },
  };
}

/** Renders a capture once for each view, however many channels ask while it is in memory. */
export function shareRenderings(render: RenderEvent): RenderEvent {
  const renderings = {
    event: new WeakMap<StoredCapture, ReturnType<RenderEvent>>(),
    eventSummary: new WeakMap<StoredCapture, ReturnType<RenderEvent>>(),
  };
  return (capture, view, accountId) => {
    const known = renderings[view].get(capture);
    if (known !== undefined) return known;
    const rendering = render(capture, view, accountId);
    renderings[view].set(capture, rendering);
    return rendering;
  };
}

/**
 * A capture that was just committed, as the log would give it back. The body of a large one is left out: it is read
 * when a stream needs it, so that none stays in memory for slow streams.
 */
export function asStored(committed: CommittedCapture): StoredCapture {
  const { id, capture, answered, listener, contract } = committed;
  const { body } = capture;
  // Field by field: a capture has more on its way into the log.
  const stored: StoredCapture = {
    id,
    endpointId: capture.endpointId,
    receivedAt: capture.receivedAt,
    method: capture.method,
    target: capture.target,
    headers: capture.headers,
    droppedHeaders: capture.droppedHeaders,
    ipAddress: capture.ipAddress,
    bodySize: capture.bodySize,
    ...(answered && { answered }),
    ...(listener && { listener }),
    ...(contract && { contract }),
  };
  if (isHeavy(stored, 'event')) return stored;
  const [first, ...others] = body;
  stored.body = first !== undefined && others.length === 0 ? first : Buffer.concat(body);
  return stored;
}

export function heartbeat(now: number): Buffer {
  const timestamp = new Date(now).toISOString();
  return Buffer.from(`data: ${JSON.stringify({ SSEHeartbeat: { timestamp } })}\n\n`);
}
