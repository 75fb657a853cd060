import type { CapturedRequestSummary } from '@hookwell/client';

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
