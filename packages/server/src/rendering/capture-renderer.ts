import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { StoredCapture } from '../capture-log/capture-log.ts';
import { ApiError } from '../http/api-error.ts';
import { LARGEST_PIECE, type Piece, type PieceView } from './capture-document.ts';
import type { RenderAnswer, RenderAsk, RenderThreadData } from './render-thread.ts';

export interface RendererOptions {
  /** Is told when the thread dies. */
  log?: Pick<Logger, 'error'>;
}

/** The thread works on chunks; what it holds of bodies is not on its heap. */
const HEAP_MEGABYTES = 64;

/** A large or compressed capture in the thread that renders it. */
export interface RenderedDocument {
  /** What it holds there, in bytes. */
  bytes: number;
  /** See `CaptureDocument.piece`. */
  piece(view: PieceView, position: number, enough?: number): Promise<Piece>;
  /** Lets go of it; pieces that were asked for and it itself, where it is still being read, are given up. */
  close(): void;
}

interface Waiting {
  resolve: (answer: RenderAnswer) => void;
  reject: (reason: unknown) => void;
}

type Ask = { [Kind in RenderAsk['kind']]: Omit<Extract<RenderAsk, { kind: Kind }>, 'ask'> };

/**
 * Renders large and compressed captures in a thread of their own, so that they never stall the event loop. The
 * thread is started by the first of them, and again should it die: what it was asked then fails, for a capture
 * is shown whole or not at all.
 */
export class CaptureRenderer {
  readonly #threadData: RenderThreadData;
  readonly #log: RendererOptions['log'];
  readonly #waiting = new Map<number, Waiting>();
  #numbers = 0;
  #thread: Worker | undefined;
  #closed = false;

  /** `maxBodyBytes` bounds decompressed bodies. */
  constructor(maxBodyBytes: number, { log }: RendererOptions = {}) {
    this.#threadData = { maxBodyBytes };
    this.#log = log;
  }

  /** Reads a capture with its body. Rejects (`unavailable`) after `close`, when the signal is aborted, and where the thread dies. */
  async open(
    accountId: number,
    capture: StoredCapture,
    signal: AbortSignal,
  ): Promise<RenderedDocument> {
    const document = await this.openWithin(accountId, capture, signal, {});
    if (document === 'needsMore') throw new ApiError('unavailable');
    return document;
  }

  /**
   * The same where its decompressed body has no more than `room` bytes. The body is handed over where it is the
   * caller's own (`isOwn`).
   */
  async openWithin(
    accountId: number,
    capture: StoredCapture,
    signal: AbortSignal,
    { room, isOwn = false }: { room?: number | undefined; isOwn?: boolean },
  ): Promise<RenderedDocument | 'needsMore'> {
    if (signal.aborted) throw new ApiError('unavailable');
    const document = ++this.#numbers;
    const thread = this.#startedThread();
    const close = () => thread.postMessage({ kind: 'close', document } satisfies RenderAsk);
    const body = isOwn ? ownBytes(capture.body) : new Uint8Array(capture.body ?? []);
    const whole = { ...capture, body };
    signal.addEventListener('abort', close, { once: true });
    try {
      const answer = await this.#ask(
        thread,
        { kind: 'open', document, accountId, capture: whole, room },
        [body.buffer],
      );
      if ('needsMore' in answer) return 'needsMore';
      const bytes = 'bytes' in answer ? answer.bytes : 0;
      const piece = async (view: PieceView, position: number, enough = LARGEST_PIECE) => {
        const answer = await this.#ask(thread, { kind: 'piece', document, view, position, enough });
        if ('piece' in answer) return answer.piece;
        throw new ApiError('unavailable');
      };
      return { bytes, piece, close };
    } catch (error) {
      close();
      throw error;
    } finally {
      signal.removeEventListener('abort', close);
    }
  }

  /** Ends the thread; what is still waiting is rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#giveUp();
    await this.#thread?.terminate();
  }

  #ask(
    thread: Worker,
    message: Ask['open'] | Ask['piece'],
    handedOver: ArrayBuffer[] = [],
  ): Promise<RenderAnswer> {
    if (thread !== this.#thread) return Promise.reject(new ApiError('unavailable'));
    return new Promise((resolve, reject) => {
      const ask = ++this.#numbers;
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
      // A small young generation is collected often, and so are the buffers that it knows of.
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, maxYoungGenerationSizeMb: 2 },
    });
    thread.on('message', (answer: RenderAnswer) => {
      const waiting = this.#waiting.get(answer.ask);
      this.#waiting.delete(answer.ask);
      if (this.#waiting.size === 0) thread.unref();
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

/** The bytes in a buffer of their own: as they are where they have one, else as a copy. */
export function ownBytes(bytes: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return new Uint8Array(isWhole ? buffer : bytes);
}
