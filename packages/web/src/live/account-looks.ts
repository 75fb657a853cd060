import { Listeners } from './listeners.ts';
import type { TabFeed } from './tab-feed.ts';

/** Pages that hear of the same change do not ask all at once. */
const longestWaitMs = 1000;
/** The least time between two looks of a tab. */
const restMs = 2000;

/**
 * Tells a tab when to look anew at what the account has: after a change, and whenever changes may have been missed. A hidden tab looks when it is seen again.
 */
export class AccountLooks {
  readonly #listeners = new Listeners<void>();
  #isDue = false;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #nextAt = 0;

  constructor(feed: Pick<TabFeed, 'onChange'>) {
    feed.onChange(({ kind }) => kind === 'account' && this.#want());
    document.addEventListener('visibilitychange', () => this.#isDue && this.#want());
  }

  /** @returns a function that stops it */
  onLook(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #want(): void {
    this.#isDue = true;
    if (document.hidden) return;
    const restLeftMs = Math.max(0, this.#nextAt - performance.now());
    this.#waiting ??= setTimeout(() => this.#look(), restLeftMs + Math.random() * longestWaitMs);
  }

  #look(): void {
    this.#waiting = undefined;
    // It is still due when the tab is seen again.
    if (document.hidden) return;
    this.#isDue = false;
    this.#nextAt = performance.now() + restMs;
    this.#listeners.tell();
  }
}
