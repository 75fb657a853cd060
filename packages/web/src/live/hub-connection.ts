import type { CapturedRequestSummary } from '@hookwell/client';
import type { LiveCalls } from '@hookwell/client/live';
import { ofAccount } from '../page/this-page.ts';

/** The state of the feed, as people see it. */
export interface FeedState {
  kind: 'connecting' | 'live' | 'reconnecting';
  /** The time of the next attempt, in milliseconds since 1970. It is missing while an attempt is under way. */
  retryAt?: number;
  /** Why it is not live, in a sentence. */
  reason?: string;
  /** The service is there, but no more streams may be open. */
  isOneTooMany?: boolean;
}

/** A change that is no capture. */
export type FeedChange =
  /** Something about the account was changed, anywhere and by anything, or may have been while there was no stream. */
  | { kind: 'account' }
  /** The session ended, or the user is no longer in the team. */
  | { kind: 'session' };

export interface MessageFromTab {
  /** With `reconnect`, the network is another one, so the connection may be dead. After `restart`, the session is another one. */
  kind: 'hello' | 'goodbye' | 'ping' | 'wake' | 'reconnect' | 'restart';
}

export type MessageToTab =
  /** Everything captured from now on will be delivered. Sent again after every gap. */
  | { kind: 'ready' }
  /** The state has changed, or the tab has sent a ping. */
  | { kind: 'state'; state: FeedState }
  /** Requests were captured. Their ids rise. */
  | { kind: 'arrivals'; summaries: CapturedRequestSummary[] }
  | { kind: 'change'; change: FeedChange };

/** The hub's way to one tab. Messages to a tab that is gone do no harm. */
export interface TabPort {
  postMessage(message: MessageToTab): void;
}

/** One tab's way to a hub. */
export interface HubConnection {
  post(message: MessageFromTab): void;
  close(): void;
}

export interface HubKind {
  /** A hub that serves this tab alone costs a connection, so a hidden tab leaves it. */
  isShared: boolean;
  /**
   * @param fail is called if the hub cannot start
   * @returns nothing if the browser has no such hub
   */
  connect(receive: (message: MessageToTab) => void, fail: () => void): HubConnection | undefined;
}

/** The hub in a worker that all tabs of the browser share. Chrome on Android has none. */
export const hubInWorker: HubKind = {
  isShared: true,
  connect(receive, fail) {
    if (typeof SharedWorker === 'undefined') return undefined;
    try {
      const worker = new SharedWorker(new URL('./feed-worker.ts', import.meta.url), {
        type: 'module',
        name: `hookwell-feed${ofAccount}`,
      });
      worker.onerror = fail;
      worker.port.onmessage = ({ data }: MessageEvent<MessageToTab>) => receive(data);
      return {
        post: (message) => worker.port.postMessage(message),
        close: () => {
          worker.onerror = null;
          worker.port.onmessage = null;
          worker.port.close();
        },
      };
    } catch (_refused) {
      return undefined;
    }
  },
};

/** The same hub in the page itself. It is loaded where it is needed, since most browsers have the worker. */
export function hubInPage(loadClient: () => Promise<LiveCalls>): HubKind {
  return {
    isShared: false,
    connect(receive) {
      let isOpen = true;
      // Messages come in a turn of their own, as those of a worker do.
      const inTurn = (run: () => void) => queueMicrotask(() => isOpen && run());
      const port = { postMessage: (message: MessageToTab) => inTurn(() => receive(message)) };
      const loading = Promise.all([import('./feed-hub.ts'), loadClient()]).then(
        ([{ FeedHub }, client]) => new FeedHub(client),
      );
      const post = async (message: MessageFromTab) => {
        // If it cannot be loaded it is silent, so the tab connects anew.
        (await loading.catch(() => undefined))?.receive(port, message);
      };
      return {
        post: (message) => void post(message),
        close: () => {
          isOpen = false;
          void post({ kind: 'goodbye' });
        },
      };
    },
  };
}
