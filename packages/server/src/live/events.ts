import { Buffer } from 'node:buffer';
import type { CommittedCapture, StoredCapture } from '../database/capture-log.ts';
import type { CaptureView } from '../requests/public.ts';

/** What the events of a stream hold of a capture: everything, or all but the body. */
export type EventView = Extract<CaptureView, 'event' | 'eventSummary'>;

/** The JSON of one event. What takes long (a big or compressed body) comes as a promise. */
export type RenderEvent = (capture: StoredCapture, view: EventView) => Json | Promise<Json>;
type Json = string | Uint8Array;

/** A text of events ends with the capture that makes it this long: the most one socket gets at once. */
const maxTextBytes = 2 ** 20;

/** Captures as the text that sockets get, one buffer for all of them. */
export interface Events {
  /** The id of the last capture in the text; 0 where there is none. */
  last: number;
  /** Whether the text has every capture that was handed in. */
  complete: boolean;
  /** The text of those after the cursor; undefined where there is none. */
  after(cursor: number): Buffer | undefined;
}

/**
 * Renders captures one after another, so that a page of compressed bodies never stands decoded in
 * memory as a whole. Synchronous where every rendering is: small captures reach sockets at once.
 */
export function renderEvents(
  captures: readonly StoredCapture[],
  view: EventView,
  render: RenderEvent,
): Events | Promise<Events> {
  const rendering = renderInTurn(captures, view, render);
  const first = rendering.next();
  return first.done === true ? first.value : finishRendering(rendering, first.value);
}

async function finishRendering(
  rendering: ReturnType<typeof renderInTurn>,
  first: Promise<Json>,
): Promise<Events> {
  for (let awaited = first; ; ) {
    const step = rendering.next(await awaited);
    if (step.done === true) return step.value;
    awaited = step.value;
  }
}

/** Yields what has to be waited for. */
function* renderInTurn(
  captures: readonly StoredCapture[],
  view: EventView,
  render: RenderEvent,
): Generator<Promise<Json>, Events, Json> {
  const rendered: RenderedEvent[] = [];
  let bytes = 0;
  for (const capture of captures) {
    const rendering = render(capture, view);
    const json = rendering instanceof Promise ? yield rendering : rendering;
    const text = typeof json === 'string' ? Buffer.from(json) : json;
    rendered.push({ id: capture.id, text });
    bytes += text.length;
    if (bytes >= maxTextBytes) break;
  }
  return joinEvents(rendered, rendered.length === captures.length);
}

interface RenderedEvent {
  id: number;
  text: Uint8Array;
}

const opening = Buffer.from('data: ');
const closing = Buffer.from('\n\n');

function joinEvents(rendered: readonly RenderedEvent[], complete: boolean): Events {
  const join = (events: readonly RenderedEvent[]) =>
    Buffer.concat(events.flatMap(({ text }) => [opening, text, closing]));
  const whole = join(rendered);
  const first = rendered[0]?.id ?? 0;
  const last = rendered.at(-1)?.id ?? 0;
  return {
    last,
    complete,
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
  return (capture, view) => {
    const known = renderings[view].get(capture);
    if (known !== undefined) return known;
    const rendering = render(capture, view);
    renderings[view].set(capture, rendering);
    return rendering;
  };
}

/** A capture that was just committed, as the log would give it back. */
export function asStored({ id, capture }: CommittedCapture): StoredCapture {
  const [first, ...others] = capture.body;
  const body = first !== undefined && others.length === 0 ? first : Buffer.concat(capture.body);
  return { ...capture, id, body };
}

export function heartbeat(now: number): Buffer {
  const timestamp = new Date(now).toISOString();
  return Buffer.from(`data: ${JSON.stringify({ SSEHeartbeat: { timestamp } })}\n\n`);
}
