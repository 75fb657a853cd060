import type { CapturedRequestSummary } from '@hookwell/client';
import { Listeners } from '../live/listeners.ts';

/** Past so many, the oldest count as read. */
const mostUnread = 20_000;

/** The captured requests that arrived since the page was opened and are not read yet. */
export class UnreadRequests {
  /** The endpoint id of each captured request by its id, the oldest first. */
  readonly #endpoints = new Map<number, number>();
  readonly #counts = new Map<number, number>();
  readonly #listeners = new Listeners<void>();
  #version = 0;

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);
  /** Another number after every change. */
  readonly getVersion = (): number => this.#version;

  add(summaries: readonly CapturedRequestSummary[]): void {
    for (const { id, endpointId } of summaries) {
      if (this.#endpoints.has(id)) continue;
      this.#endpoints.set(id, endpointId);
      this.#counts.set(endpointId, this.count(endpointId) + 1);
    }
    for (const id of this.#endpoints.keys()) {
      if (this.#endpoints.size <= mostUnread) break;
      this.#forget(id);
    }
    this.#changed();
  }

  has(id: number): boolean {
    return this.#endpoints.has(id);
  }

  /** The number of unread ones, of one endpoint or of all. */
  count(endpointId?: number): number {
    if (endpointId === undefined) return this.#endpoints.size;
    return this.#counts.get(endpointId) ?? 0;
  }

  markRead(id: number): void {
    if (!this.#endpoints.has(id)) return;
    this.#forget(id);
    this.#changed();
  }

  /** Marks the captured requests as read for which the condition holds. */
  markReadWhere(isRead: (request: { id: number; endpointId: number }) => boolean): void {
    const before = this.#endpoints.size;
    for (const [id, endpointId] of this.#endpoints) {
      if (isRead({ id, endpointId })) this.#forget(id);
    }
    if (this.#endpoints.size !== before) this.#changed();
  }

  #forget(id: number): void {
    const endpointId = this.#endpoints.get(id);
    if (endpointId === undefined) return;
    this.#endpoints.delete(id);
    this.#counts.set(endpointId, this.count(endpointId) - 1);
  }

  #changed(): void {
    this.#version += 1;
    this.#listeners.tell();
  }
}
