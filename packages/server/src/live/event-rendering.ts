import type { CapturePages } from '../capture-log/capture-log.ts';
import type { StoredCapture } from '../capture-log/captures.ts';
import { isHeavy } from '../rendering/capture-text.ts';
import type { CaptureReads, SliceReader } from '../requests/public.ts';
import { closing, type EventView, opening, type RenderEvent, shareRenderings } from './events.ts';
import type { LiveStream } from './live-stream.ts';

/** The ways in which captures become the JSON of events. */
export interface EventRendering {
  render: RenderEvent;
  /** The same text in slices, of a capture with or without its body; none if the capture was deleted. */
  open(
    accountId: number,
    capture: StoredCapture,
    view: EventView,
    reader: Required<SliceReader>,
  ): AsyncGenerator<Uint8Array, void>;
}

export function eventRendering(captures: CapturePages, reads: CaptureReads): EventRendering {
  const render: RenderEvent = async (capture, view) => reads.lightText(capture, view);
  return {
    render: shareRenderings(render),
    open(accountId, capture, view, reader) {
      return view === 'event' && isHeavy(capture, view)
        ? reads.large.text(accountId, capture, view, reader)
        : slicesOfLight(
            () => reads.read(accountId, () => captures.readOne(accountId, capture.id)),
            (found) => render(found, view, accountId),
            reader.maxBytes,
          );
    },
  };
}

/**
 * A small capture in slices, with nothing kept in memory: it is read and rendered anew for each. Streams do
 * that only while their sockets hold so much that there is no room for a whole text.
 */
export async function* slicesOfLight(
  read: () => Promise<StoredCapture | undefined>,
  render: (capture: StoredCapture) => ReturnType<RenderEvent>,
  maxBytes: () => number,
): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; ; ) {
    const capture = await read();
    const text = capture === undefined ? undefined : await render(capture);
    if (text === undefined && at > 0)
      throw new Error('the capture was deleted while it was written');
    if (text === undefined) return;
    // A copy: a part of the text would keep the whole of it.
    const slice = new Uint8Array(Buffer.from(text).subarray(at, at + maxBytes()));
    if (slice.length === 0) return;
    at += slice.length;
    yield slice;
  }
}

/**
 * Writes the event of one large capture to one stream at its reader's pace: the next slice is asked for when the
 * socket has taken the one before. A capture that no longer exists is left out.
 * @throws {Error} if the rest of the capture cannot be read: the stream has to end then
 */
export async function writeLargeEvent(
  stream: LiveStream,
  slices: AsyncIterable<Uint8Array>,
): Promise<void> {
  try {
    for await (const slice of slices) {
      if (stream.hasEnded) return;
      if (!stream.isWithinEvent) stream.write(opening);
      stream.isWithinEvent = true;
      stream.write(slice);
      await stream.taken();
      if (stream.hasEnded) return;
    }
    if (stream.isWithinEvent) stream.write(closing);
  } finally {
    stream.isWithinEvent = false;
  }
}
