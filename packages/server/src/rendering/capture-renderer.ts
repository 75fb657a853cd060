import { Worker } from 'node:worker_threads';
import type { Match } from '@hookwell/match';
import type { Logger } from 'pino';
import { ApiError } from '../api-error.ts';
import type { StoredCapture } from '../capture-log/captures.ts';
import { largestPieceBytes, type Piece, type PieceView } from './capture-document.ts';
import type { RenderAnswer, RenderAsk, RenderThreadData } from './render-thread.ts';

export interface RendererOptions {
  /** Told when the thread dies. */
  log?: Pick<Logger, 'error'>;
}

/** The thread works on chunks; the bodies that it holds are not on its heap. */
const heapMebibytes = 64;

/** A large or compressed capture in the thread that renders it. */
export interface RenderedDocument {
  /** The bytes that it holds there. */
  bytes: number;
  /** See `CaptureDocument.piece`. */
  piece(view: PieceView, position: number, enough?: number): Promise<Piece>;
  /** See `CaptureDocument.matches`. */
  matches(match: Match, nowMs: number): Promise<boolean>;
  /** Gives it up, with the pieces that were asked for, even while it is still being read. */
  close(): void;
}

interface Waiting {
  resolve: (answer: RenderAnswer) => void;
  reject: (reason: unknown) => void;
}

type Ask = { [Kind in RenderAsk['kind']]: Omit<Extract<RenderAsk, { kind: Kind }>, 'ask'> };

/**
 * Renders large and compressed captures in a thread of their own, so that they never stall the event loop. The
 * first of them starts the thread. If it dies, all that it was asked fails (a capture is shown whole or not at
 * all), and the next capture starts another.
 */
export class CaptureRenderer {
  readonly #threadData: RenderThreadData;
  readonly #log: RendererOptions['log'];
  readonly #waiting = new Map<number, Waiting>();
  /** The number that a document or a question had last. */
  #lastNumber = 0;
  #thread: Worker | undefined;
  #closed = false;

  /** `maxBodyBytes` bounds decompressed bodies. */
  constructor(maxBodyBytes: number, { log }: RendererOptions = {}) {
    this.#threadData = { maxBodyBytes };
    this.#log = log;
  }

  /**
   * Reads a capture with its body, for a party (`fairness/parties.ts`).
   * @throws {ApiError} `unavailable` after `close`, when the signal is aborted, and if the thread dies
   */
  async open(
    party: number,
    capture: StoredCapture,
    signal: AbortSignal,
  ): Promise<RenderedDocument> {
    const document = await this.openWithin(party, capture, signal, {});
    if (document === 'needsMore') throw new ApiError('unavailable');
    return document;
  }

  /**
   * The same, but only if its decompressed body has no more than `room` bytes. The body is handed over if it is the
   * caller's own (`isOwn`).
   * @throws {ApiError} as `open`
   */
  async openWithin(
    party: number,
    capture: StoredCapture,
    signal: AbortSignal,
    { room, isOwn = false }: { room?: number | undefined; isOwn?: boolean },
  ): Promise<RenderedDocument | 'needsMore'> {
    if (signal.aborted) throw new ApiError('unavailable');
    const document = ++this.#lastNumber;
    const thread = this.#startedThread();
    const close = () => thread.postMessage({ kind: 'close', document } satisfies RenderAsk);
    const body = isOwn ? ownBytes(capture.body) : new Uint8Array(capture.body ?? []);
    const whole = { ...capture, body };
    signal.addEventListener('abort', close, { once: true });
    try {
      const answer = await this.#ask(
        thread,
        { kind: 'open', document, party, capture: whole, room },
        [body.buffer],
      );
      if ('needsMore' in answer) return 'needsMore';
      const bytes = 'bytes' in answer ? answer.bytes : 0;
      const piece = async (view: PieceView, position: number, enough = largestPieceBytes) => {
        const answer = await this.#ask(thread, { kind: 'piece', document, view, position, enough });
        if ('piece' in answer) return answer.piece;
        throw new ApiError('unavailable');
      };
      const matches = async (match: Match, nowMs: number) => {
        const answer = await this.#ask(thread, { kind: 'match', document, match, nowMs });
        if ('holds' in answer) return answer.holds;
        throw new ApiError('unavailable');
      };
      return { bytes, piece, matches, close };
    } catch (error) {
      close();
      throw error;
    } finally {
      signal.removeEventListener('abort', close);
    }
  }

  /**
   * Ends the thread; unanswered questions are rejected. It is not terminated: Node 26 aborts the whole process if that
   * hits a thread while it makes a decompressor.
   */
  async close(): Promise<void> {
    this.#closed = true;
    this.#giveUp();
    const thread = this.#thread;
    if (thread === undefined) return;
    const exited = new Promise((resolve) => thread.once('exit', resolve));
    thread.ref();
    thread.postMessage({ kind: 'end' } satisfies RenderAsk);
    await exited;
  }

  #ask(
    thread: Worker,
    message: Ask['open'] | Ask['piece'] | Ask['match'],
    handedOver: ArrayBuffer[] = [],
  ): Promise<RenderAnswer> {
    if (thread !== this.#thread) return Promise.reject(new ApiError('unavailable'));
    return new Promise((resolve, reject) => {
      const ask = ++this.#lastNumber;
      this.#waiting.set(ask, { resolve, reject });
      // An idle thread keeps no process alive.
      thread.ref();
      thread.postMessage({ ask, ...message }, handedOver);
    });
  }

  #startedThread(): Worker {
    if (this.#closed) throw new ApiError('unavailable');
    if (this.#thread !== undefined) return this.#thread;
    const thread = new Worker(new URL('./render-thread.ts', import.meta.url), {
      name: 'hookwell-renderer',
      workerData: this.#threadData,
      // The flags of the main thread (a test runner's loader, a debugger) are not this program's.
      execArgv: [],
      // A small young generation is collected often, and the buffers that it refers to with it.
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes, maxYoungGenerationSizeMb: 2 },
    });
    thread.on('message', (answer: RenderAnswer) => {
      const waiting = this.#waiting.get(answer.ask);
      this.#waiting.delete(answer.ask);
      // An idle thread keeps no process alive, unless its end is awaited.
      if (this.#waiting.size === 0 && !this.#closed) thread.unref();
      if ('failure' in answer)
        waiting?.reject(new ApiError('unavailable', { cause: answer.failure }));
      else waiting?.resolve(answer);
    });
    thread.on('error', (error) => {
      this.#log?.error({ err: error }, 'the thread that renders captures died');
    });
    thread.on('exit', () => {
      this.#thread = undefined;
      this.#giveUp();
    });
    this.#thread = thread;
    return thread;
  }

  #giveUp(): void {
    for (const { reject } of this.#waiting.values()) reject(new ApiError('unavailable'));
    this.#waiting.clear();
  }
}

/** The bytes in a buffer of their own: as they are if they have one, else as a copy. */
export function ownBytes(bytes: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return new Uint8Array(isWhole ? buffer : bytes);
}
