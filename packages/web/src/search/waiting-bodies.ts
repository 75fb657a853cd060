import type { CapturedRequestSummary } from '@hookwell/client';
import { countAbove } from '../log/newest-first.ts';

/** Bodies that are fetched at the same time. */
const atOnce = 4;
/** So many may wait for their turn. */
const atMost = 1_000;

/** Where they come from. */
export interface TextSource {
  read(request: CapturedRequestSummary, signal: AbortSignal): Promise<string | undefined>;
}

export interface BodyListener {
  /** `undefined` for one that is gone meanwhile. */
  onBody(request: CapturedRequestSummary, body: string | undefined): void;
  onFailure(error: unknown): void;
}

/** The bodies, or other texts, that a search needs: fetched newest first, a few at a time. */
export class WaitingBodies {
  readonly #bodies: TextSource;
  readonly #listener: BodyListener;
  /** Newest first. */
  #waiting: CapturedRequestSummary[] = [];
  readonly #inFlight = new Set<number>();

  constructor(bodies: TextSource, listener: BodyListener) {
    this.#bodies = bodies;
    this.#listener = listener;
  }

  /** Whether another one would have to wait. */
  get isFull(): boolean {
    return this.#waiting.length > 0 || this.#inFlight.size >= atOnce;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#inFlight.size === 0;
  }

  /** Gives the one that has no place any more where there are too many: the oldest. */
  add(request: CapturedRequestSummary): CapturedRequestSummary | undefined {
    const index = countAbove(this.#waiting, request.id);
    if (this.#inFlight.has(request.id) || this.#waiting[index]?.id === request.id) return undefined;
    this.#waiting.splice(index, 0, request);
    return this.#waiting.length > atMost ? this.#waiting.pop() : undefined;
  }

  keepOnly(requests: readonly CapturedRequestSummary[]): void {
    const kept = new Set(requests.map(({ id }) => id));
    this.#waiting = this.#waiting.filter(({ id }) => kept.has(id));
  }

  fetch(signal: AbortSignal): void {
    while (this.#inFlight.size < atOnce) {
      const request = this.#waiting.shift();
      if (request === undefined) return;
      void this.#fetchOne(request, signal);
    }
  }

  async #fetchOne(request: CapturedRequestSummary, signal: AbortSignal): Promise<void> {
    this.#inFlight.add(request.id);
    try {
      const body = await this.#bodies.read(request, signal);
      this.#inFlight.delete(request.id);
      this.#listener.onBody(request, body);
    } catch (error) {
      this.#inFlight.delete(request.id);
      this.add(request);
      if (!signal.aborted) this.#listener.onFailure(error);
    }
  }
}
