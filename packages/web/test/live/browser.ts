import type { HookwellClient } from '@hookwell/client';
import { vi } from 'vitest';
import { FeedHub, type HubTimes } from '../../src/live/feed-hub.ts';
import type { HubKind, MessageFromTab, MessageToTab } from '../../src/live/hub-connection.ts';
import { TabFeed, type TabTimes } from '../../src/live/tab-feed.ts';

/** The shared hub of a browser, without a browser. Its tabs reach it as over message ports. */
interface Browser extends Disposable {
  openTab(times?: TabTimes): TabFeed;
  kind: HubKind;
  /** Ends the worker, as browsers do when they are short of memory. Nothing answers until a tab connects anew. */
  endWorker(): void;
}

/** Waits until everything captured from then on will arrive. */
export function ready(feed: TabFeed): Promise<void> {
  return new Promise((resolve) => {
    feed.onReady(resolve);
    if (feed.isReady) resolve();
  });
}

export function startBrowser(client: HookwellClient, times: HubTimes = {}): Browser {
  let hub: FeedHub | undefined;
  const tabs: TabFeed[] = [];
  const kind: HubKind = {
    isShared: true,
    connect(receive) {
      hub ??= new FeedHub(client, times);
      const mine = hub;
      const port = {
        postMessage: (message: MessageToTab) =>
          queueMicrotask(() => hub === mine && receive(structuredClone(message))),
      };
      return {
        post: (message: MessageFromTab) =>
          queueMicrotask(() => hub === mine && mine.receive(port, message)),
        close: () => mine.receive(port, { kind: 'goodbye' }),
      };
    },
  };
  return {
    kind,
    openTab(tabTimes) {
      const tab = new TabFeed([kind], tabTimes);
      tabs.push(tab);
      return tab;
    },
    endWorker() {
      hub = undefined;
    },
    [Symbol.dispose]() {
      for (const tab of tabs) tab.leave();
    },
  };
}

/** Waits until the check no longer throws. */
export function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000, interval: 10 });
}
