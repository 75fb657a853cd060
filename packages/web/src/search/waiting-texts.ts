import type { CapturedRequestSummary } from '@hookwell/client';
import { countAbove } from '../log/newest-first.ts';
import type { FetchedTexts } from './fetched-texts.ts';

const mostFetchesAtOnce = 4;
const mostWaiting = 1_000;

export interface TextListener {
  /** @param text is missing if the captured request was deleted meanwhile */
  onText(request: CapturedRequestSummary, text: string | undefined): void;
  onFailure(error: unknown): void;
}

/** The texts that a search waits for. They are fetched a few at a time, those of the newest requests first. */
export class WaitingTexts {
  readonly #texts: FetchedTexts;
  readonly #listener: TextListener;
  /** Newest first. */
  #waiting: CapturedRequestSummary[] = [];
  readonly #inFlight = new Set<number>();

  constructor(texts: FetchedTexts, listener: TextListener) {
    this.#texts = texts;
    this.#listener = listener;
  }

  /** Whether another text would have to wait. */
  get isFull(): boolean {
    return this.#waiting.length > 0 || this.#inFlight.size >= mostFetchesAtOnce;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#inFlight.size === 0;
  }

  /**
   * Lets a captured request wait for its text.
   * @returns the oldest one that waits, if it has to make room
   */
  add(request: CapturedRequestSummary): CapturedRequestSummary | undefined {
    const index = countAbove(this.#waiting, request.id);
    if (this.#inFlight.has(request.id) || this.#waiting[index]?.id === request.id) return undefined;
    this.#waiting.splice(index, 0, request);
    return this.#waiting.length > mostWaiting ? this.#waiting.pop() : undefined;
  }

  keepOnly(requests: readonly CapturedRequestSummary[]): void {
    const kept = new Set(requests.map(({ id }) => id));
    this.#waiting = this.#waiting.filter(({ id }) => kept.has(id));
  }

  fetch(signal: AbortSignal): void {
    while (this.#inFlight.size < mostFetchesAtOnce) {
      const request = this.#waiting.shift();
      if (request === undefined) return;
      void this.#fetchOne(request, signal);
    }
  }

  async #fetchOne(request: CapturedRequestSummary, signal: AbortSignal): Promise<void> {
    this.#inFlight.add(request.id);
    try {
      const text = await this.#texts.read(request, signal);
      this.#inFlight.delete(request.id);
      this.#listener.onText(request, text);
    } catch (error) {
      this.#inFlight.delete(request.id);
      this.add(request);
      if (!signal.aborted) this.#listener.onFailure(error);
    }
  }
}
