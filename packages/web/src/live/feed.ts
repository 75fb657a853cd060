import { useSyncExternalStore } from 'react';
import { loadLiveClient } from '../service/client.ts';
import { AccountLooks } from './account-looks.ts';
import type { FeedState } from './feed-messages.ts';
import { hubInPage, hubInWorker } from './hub-connection.ts';
import { TabFeed } from './tab-feed.ts';

export type { FeedChange, FeedState } from './feed-messages.ts';

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
