import { useSyncExternalStore } from 'react';
import { client } from '../service/client.ts';
import type { FeedState } from './feed-messages.ts';
import { hubInPage, hubInWorker } from './hub-connection.ts';
import { TabFeed } from './tab-feed.ts';

export type { FeedChange, FeedState } from './feed-messages.ts';

/** How long a hidden tab keeps a connection that it shares with nobody, in milliseconds. */
const leaveAfter = 30_000;

/** What is captured, as it is captured: one live stream for all tabs of the browser. */
export const feed = new TabFeed([hubInWorker, hubInPage(client)]);

/** How the feed does: connecting, live or reconnecting. */
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
    feed.setVisible(!document.hidden);
    if (document.hidden && !feed.isShared) leaving = setTimeout(() => feed.leave(), leaveAfter);
  });
  for (const event of ['online', 'offline', 'focus'] as const) {
    addEventListener(event, () => feed.wake());
  }
  addEventListener('pagehide', () => feed.leave());
  addEventListener('pageshow', ({ persisted }) => persisted && feed.comeBack());
}
