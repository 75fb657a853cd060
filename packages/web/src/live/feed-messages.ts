import type { CapturedRequestSummary } from '@hookwell/client';

/** How the feed does, for people to see. */
export interface FeedState {
  kind: 'connecting' | 'live' | 'reconnecting';
  /** When the next attempt comes, in milliseconds since 1970; absent while one is under way. */
  retryAt?: number;
  /** A sentence. */
  reason?: string;
  /** The service is there, but as many streams are open as may be. */
  isOneTooMany?: boolean;
}

/** What a tab did that the others cannot learn from the stream. */
export type FeedChange =
  /** Captured requests up to this id, or all of them; of one endpoint, or of all. */
  | { kind: 'cleared'; endpointId?: number; upTo?: number }
  | { kind: 'deleted'; id: number }
  /** Endpoints were created, named or deleted. */
  | { kind: 'endpoints' }
  /** Somebody logged in or out, or the session ended. */
  | { kind: 'session' };

export type MessageFromTab =
  /** A tab is there, or is back; it is answered with the state, and with `ready` once that is so. */
  | { kind: 'hello'; isVisible: boolean }
  /** It will not listen any more. */
  | { kind: 'goodbye' }
  /** It is still there; it wants a sign that the hub is. */
  | { kind: 'ping'; isVisible: boolean }
  /** The machine, the network or the tab may have slept. */
  | { kind: 'wake'; isVisible: boolean }
  /** The session is another one. */
  | { kind: 'restart' }
  /** For the other tabs. */
  | { kind: 'tell'; change: FeedChange };

export type MessageToTab =
  /** Whatever is captured from now on will be delivered. Told again after every gap. */
  | { kind: 'ready' }
  /** Also the answer to a ping. */
  | { kind: 'state'; state: FeedState }
  /** In rising order of their ids. */
  | { kind: 'arrivals'; summaries: CapturedRequestSummary[] }
  | { kind: 'change'; change: FeedChange }
  /** The hub did not hear of the tab for long: it missed something, and should say hello. */
  | { kind: 'forgotten' };

/** Where the hub sends what is for one tab. A tab that is gone may be sent to all the same. */
export interface TabPort {
  postMessage(message: MessageToTab): void;
}
