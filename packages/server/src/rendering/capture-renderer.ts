import type { Logger } from 'pino';
import type { StoredCapture } from '../capture-log/captures.ts';
import { ownBytes } from '../threads/messages.ts';
import { ThreadClient } from '../threads/thread-client.ts';
import {
  largestPieceBytes,
  type MatchTried,
  type Piece,
  type PieceView,
} from './capture-document.ts';
import type { RenderExchanges, RenderThreadData } from './render-thread.ts';

/** The thread works on chunks; the bodies that it holds are not on its heap. */
const heapMebibytes = 64;

/** A large or compressed capture in the thread that renders it: any piece of it can be had. */
export interface RenderedDocument {
  /** The memory that it takes. */
  bytes: number;
  /** See `CaptureDocument.piece`. */
  piece(view: PieceView, position: number, enough?: number): Promise<Piece>;
  /** See `CaptureDocument.matches`. */
  matches(tried: MatchTried): Promise<boolean>;
  /** Gives it up, with the pieces that were asked for. */
  close(): void;
}

/**
 * Renders large and compressed captures in a thread of their own, so that they never stall the event loop. If it dies, all
 * that it was asked fails: a capture is shown whole or not at all.
 */
export class CaptureRenderer {
  readonly #thread: ThreadClient<RenderExchanges>;
  #lastDocument = 0;

  /** `maxBodyBytes` bounds decompressed bodies. */
  constructor(maxBodyBytes: number, log: Pick<Logger, 'error'>) {
    this.#thread = new ThreadClient({
      address: new URL('./render-thread.ts', import.meta.url),
      name: 'renderer',
      work: 'renders captures',
      log,
      settings: { maxBodyBytes } satisfies RenderThreadData,
      // A small young generation is collected often, and the buffers that it refers to with it.
      limits: { maxOldGenerationSizeMb: heapMebibytes, maxYoungGenerationSizeMb: 2 },
    });
  }

  /**
   * Reads a capture with its body, for a party (`fairness/parties.ts`), but only if its decompressed body has no more than
   * `room` bytes. The body is handed over if it is the caller's own (`isOwn`).
   * @throws {NotAnswered} after `close`, when the signal is aborted, and if the thread dies
   */
  async open(
    party: number,
    capture: StoredCapture,
    signal: AbortSignal,
    { room, isOwn = false }: { room?: number | undefined; isOwn?: boolean } = {},
  ): Promise<RenderedDocument | 'needsMore'> {
    const thread = this.#thread;
    const document = ++this.#lastDocument;
    const body = isOwn ? ownBytes(capture.body) : new Uint8Array(capture.body ?? []);
    const ask = { document, party, capture: { ...capture, body }, room };
    const bytes = await thread.ask('open', ask, [body.buffer], signal);
    if (bytes === 'needsMore') return bytes;
    return {
      bytes,
      piece: (view, position, enough = largestPieceBytes) =>
        thread.ask('piece', { document, view, position, enough }),
      matches: (tried) => thread.ask('match', { document, ...tried }),
      close: () => {
        // A thread that died has closed it.
        if (thread.isRunning) thread.ask('close', document).catch(() => undefined);
      },
    };
  }

  /** Ends the thread, which gives up all documents. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
