import { createStore } from '@tanstack/react-store';
import { useSyncExternalStore } from 'react';
import { isPassing, loadLiveClient } from '../service/client.ts';
import { type FeedState, hubInPage, hubInWorker } from './hub-connection.ts';
import { Subscribers } from './listeners.ts';
import { pauseAfter } from './pause-after.ts';
import { TabFeed } from './tab-feed.ts';

/** Pages that hear of the same change do not ask all at once. */
const longestWaitMs = 1000;
/** The least time between two looks of a tab. */
const restMs = 2000;
/** Looks take at most a quarter of the time, since a page may have much to ask for. */
const restShare = 3;
/** A change is known this soon, or the tab says that it is not. A hint takes a second itself. */
const knownWithinMs = 3500;

/**
 * Tells a tab when to look anew at what the account has: after a change, and whenever changes may have been missed. A hidden
 * tab looks when it is seen again, and a look that failed is repeated.
 */
class AccountLooks {
  /** Whether something was changed of which the tab does not know. */
  readonly isBehind = createStore(false);
  readonly #listeners = new Subscribers<unknown[]>();
  /** When the first change was heard of that no look has begun after. */
  #dueAt: number | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #overdue: ReturnType<typeof setTimeout> | undefined;
  #nextAt = 0;
  #failures = 0;

  constructor(feed: TabFeed) {
    feed.onChange(({ kind }) => kind === 'account' && this.#want());
    document.addEventListener('visibilitychange', () => {
      if (this.#dueAt !== undefined) this.#want();
    });
  }

  /**
   * @param listener looks; its promise rejects if the service did not answer
   * @returns a function that stops it
   */
  onLook(listener: () => unknown): () => void {
    return this.#listeners.add((looks) => looks.push(listener()));
  }

  #want(): void {
    const now = performance.now();
    this.#dueAt ??= now;
    this.#overdue ??= setTimeout(() => this.#setBehind(true), this.#dueAt + knownWithinMs - now);
    if (document.hidden) return;
    const restLeftMs = Math.max(0, this.#nextAt - now);
    this.#waiting ??= setTimeout(
      () => {
        void this.#look();
      },
      restLeftMs + Math.random() * longestWaitMs,
    );
  }

  async #look(): Promise<void> {
    if (document.hidden) {
      // It is still due when the tab is seen again.
      this.#waiting = undefined;
      return;
    }
    const dueAt = this.#dueAt;
    this.#dueAt = undefined;
    const beganAt = performance.now();
    const looks: unknown[] = [];
    this.#listeners.tell(looks);
    const failed = (await Promise.allSettled(looks)).find(
      (look) => look.status === 'rejected' && isPassing(look.reason),
    );
    this.#waiting = undefined;
    const endedAt = performance.now();
    if (failed?.status === 'rejected') {
      this.#dueAt = dueAt;
      this.#nextAt = endedAt + pauseAfter(failed.reason, this.#failures++).pauseMs;
    } else {
      this.#failures = 0;
      this.#nextAt = endedAt + Math.max(restMs, restShare * (endedAt - beganAt));
      clearTimeout(this.#overdue);
      this.#overdue = undefined;
      this.#setBehind(false);
    }
    if (this.#dueAt !== undefined) this.#want();
  }

  #setBehind(isBehind: boolean): void {
    this.isBehind.setState(() => isBehind);
  }
}

/** A hidden tab keeps a connection of its own for this time. */
const leaveAfterMs = 30_000;

/** Tells of requests as they are captured. All tabs of the browser share one live stream. */
export const feed = new TabFeed([hubInWorker, hubInPage(loadLiveClient)]);

/** Tells when to look anew at what the account has. */
export const accountLooks = new AccountLooks(feed);

/** The state of the feed: connecting, live or reconnecting. */
export function useFeedState(): FeedState {
  return useSyncExternalStore(subscribeToState, getState);
}

const subscribeToState = (listener: () => void) => feed.onState(listener);
const getState = () => feed.state;

followPage();

function followPage(): void {
  let leaving: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(leaving);
    if (!document.hidden) {
      feed.comeBack();
      feed.wake();
    } else if (!feed.isShared) leaving = setTimeout(() => feed.leave(), leaveAfterMs);
  });
  addEventListener('online', () => feed.reconnect());
  addEventListener('focus', () => feed.wake());
  addEventListener('pagehide', () => feed.leave());
  addEventListener('pageshow', ({ persisted }) => persisted && feed.comeBack());
}
