import type { CapturePages } from '../capture-log/capture-log.ts';
import type { StoredCapture } from '../capture-log/captures.ts';
import { isHeavy } from '../rendering/text/capture-text.ts';
import type { CaptureReads } from '../requests/public.ts';
import { type EventView, type RenderEvent, shareRenderings } from './events.ts';

/** The client of a stream. */
export interface StreamClient {
  /** Aborted when the stream has ended. */
  gone: AbortSignal;
  /** Called if it takes long to give back memory that others wait for. */
  cut: () => void;
}

/** The JSON of a large event, in pieces of so many bytes at most. */
export interface EventPieces {
  next(most: number): Promise<Uint8Array | undefined>;
  /** Whether the capture was deleted before its first piece. */
  readonly missing: boolean;
  close(): void;
}

/** The ways in which captures become the JSON of events. */
export interface EventRendering {
  render: RenderEvent;
  /** The same text in pieces, of a capture with or without its body. */
  open(
    accountId: number,
    capture: StoredCapture,
    view: EventView,
    client: StreamClient,
  ): EventPieces;
}

export function eventRendering(captures: CapturePages, reads: CaptureReads): EventRendering {
  const render: RenderEvent = (capture, view, accountId) =>
    reads.lightText(capture, view, accountId);
  return {
    render: shareRenderings(render),
    open(accountId, capture, view, client) {
      return view === 'event' && isHeavy(capture, view)
        ? reads.open(accountId, capture, view, client)
        : piecesOfLight(
            () => captures.readOne(accountId, capture.id),
            (found) => render(found, view, accountId),
          );
    },
  };
}

/**
 * A small capture in pieces, with nothing kept in memory: it is read and rendered anew for each piece. Streams do
 * that only while their sockets hold so much that there is no room for a whole text.
 */
export function piecesOfLight(
  read: () => Promise<StoredCapture | undefined>,
  render: (capture: StoredCapture) => ReturnType<RenderEvent>,
): EventPieces {
  let at = 0;
  let missing = false;
  return {
    async next(most) {
      const capture = await read();
      const text = capture === undefined ? undefined : await render(capture);
      if (text === undefined) {
        if (at > 0) throw new Error('the capture was deleted while it was written');
        missing = true;
        return undefined;
      }
      // A copy: a part of the text would keep the whole of it.
      const piece = new Uint8Array(Buffer.from(text).subarray(at, at + most));
      at += piece.length;
      return piece.length === 0 ? undefined : piece;
    },
    get missing() {
      return missing;
    },
    close() {},
  };
}
