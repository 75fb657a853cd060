import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { StoredCapture } from '../database/capture-log.ts';
import { ApiError } from '../http/api-error.ts';
import { type CaptureView, captureText, undecodedBodies, wholeBodies } from './render.ts';
import type { RenderAnswer, RenderJob, RenderThreadData } from './render-thread.ts';

/** A capture as JSON text; in UTF-8 where a thread has rendered it. */
export type RenderedCapture = string | Uint8Array;

export interface RendererOptions {
  /** Is told which captures could not be rendered whole, and why. */
  log?: Pick<Logger, 'warn'>;
  /** The heap of the thread in MiB. */
  heapMegabytes?: number;
}

/** Bodies up to this many bytes are rendered at once: it takes less than handing them over would. */
export const MAX_LIGHT_BODY = 64 * 1024;
/** Readers of answers wait for their share of a budget before they come here: live streams may be this many. */
const MAX_WAITING = 1_000;
/** How much of a capture that cannot be rendered whole is shown, in bytes. */
const MAX_UNDECODED = 2 ** 20;

const CONTENT_ENCODING = /"content-encoding"/i;

interface Waiting extends RenderJob {
  gone: AbortSignal | undefined;
  resolve: (rendered: RenderedCapture) => void;
  reject: (reason: unknown) => void;
}

/**
 * Renders captures. Small ones come back at once. Large or compressed ones go through a thread, one at
 * a time, so that they never stall the event loop; the thread is started by the first of them and again
 * after it died. What kills the thread, or cannot be rendered in it, is shown with the start of its body
 * as it was sent, so that one capture never makes a list fail for ever.
 */
export class CaptureRenderer {
  readonly #bodies;
  readonly #threadData: RenderThreadData;
  readonly #options: RendererOptions;
  readonly #waiting: Waiting[] = [];
  #current: Waiting | undefined;
  #thread: Worker | undefined;
  #closed = false;

  /** `maxBodyBytes` bounds decompressed bodies. */
  constructor(maxBodyBytes: number, options: RendererOptions = {}) {
    this.#bodies = wholeBodies(maxBodyBytes);
    this.#threadData = { maxBodyBytes };
    this.#options = options;
  }

  /**
   * Views with a body need the capture's. Rejects only when too many wait, after `close`, or where the
   * client has gone before its turn came.
   */
  render(
    capture: StoredCapture,
    view: CaptureView,
    gone?: AbortSignal,
  ): string | Promise<RenderedCapture> {
    if (!isHeavy(capture, view)) return captureText(capture, view, this.#bodies);
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(new ApiError('unavailable'));
      } else if (this.#waiting.length >= MAX_WAITING) {
        reject(new ApiError('overloaded', { headers: { 'retry-after': '1' } }));
      } else {
        this.#waiting.push({ capture, view, gone, resolve, reject });
        this.#next();
      }
    });
  }

  /** Ends the thread; what is still waiting is rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    const left = this.#waiting.splice(0);
    if (this.#current !== undefined) left.push(this.#current);
    this.#current = undefined;
    for (const { reject } of left) reject(new ApiError('unavailable'));
    await this.#thread?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#current = this.#nextWaiting();
    if (this.#current === undefined) return;
    const { capture, view } = this.#current;
    this.#thread ??= this.#startThread();
    // The thread gets a copy: the capture is still needed should the thread die.
    const body = new Uint8Array(capture.body ?? []);
    const job: RenderJob = { capture: { ...capture, body }, view };
    this.#thread.ref();
    this.#thread.postMessage(job, [body.buffer]);
  }

  #nextWaiting(): Waiting | undefined {
    for (;;) {
      const next = this.#waiting.shift();
      if (next?.gone?.aborted !== true) return next;
      next.reject(new ApiError('unavailable'));
    }
  }

  #startThread(): Worker {
    const { maxBodyBytes } = this.#threadData;
    const thread = new Worker(new URL('./render-thread.ts', import.meta.url), {
      name: 'hookwell-renderer',
      workerData: this.#threadData,
      // The flags of the main thread (a test runner's loader, a debugger) are not this program's.
      execArgv: [],
      // A text takes up to two bytes a character; XML of nothing but tags takes more beside it.
      resourceLimits: {
        maxOldGenerationSizeMb:
          this.#options.heapMegabytes ?? 256 + Math.ceil((12 * maxBodyBytes) / 2 ** 20),
      },
    });
    let reason = 'the thread ended';
    thread.on('message', (answer: RenderAnswer) => {
      if ('json' in answer) this.#settle(answer.json);
      else this.#giveUp(answer.failure);
    });
    thread.on('error', (error) => {
      reason = String(error);
    });
    thread.on('exit', () => {
      this.#thread = undefined;
      this.#giveUp(reason);
    });
    return thread;
  }

  #giveUp(reason: string): void {
    if (this.#current === undefined) return;
    const { capture, view } = this.#current;
    this.#options.log?.warn({ captureId: capture.id, reason }, 'a capture is shown undecoded');
    this.#settle(captureText(capture, view, undecodedBodies(MAX_UNDECODED)));
  }

  #settle(rendered: RenderedCapture): void {
    this.#current?.resolve(rendered);
    this.#current = undefined;
    // An idle thread keeps no process alive.
    this.#thread?.unref();
    this.#next();
  }
}

/** Whether the thread renders it. */
export function isHeavy(capture: StoredCapture, view: CaptureView): boolean {
  if (view === 'summary' || view === 'eventSummary') return false;
  return capture.bodySize > MAX_LIGHT_BODY || isCompressed(capture);
}

/** How many bytes the body may have once it is decompressed. */
export function readableBytes(capture: StoredCapture, maxBodyBytes: number): number {
  return isCompressed(capture) ? Math.max(capture.bodySize, maxBodyBytes) : capture.bodySize;
}

function isCompressed({ bodySize, headers }: StoredCapture): boolean {
  return bodySize > 0 && CONTENT_ENCODING.test(headers);
}
