import type { RemovedBy } from '@hookwell/core/api';
import type { Match } from '@hookwell/core/match';
import type { CommittedCapture, CommittedGroup } from './announcements.ts';
import type { AppendedCapture, NewCapture, StoredCapture } from './captures.ts';
import type { EndpointUsage } from './counted-captures.ts';
import type { AnswerNote, DeliveriesPage, DeliveriesQuery } from './deliveries-page.ts';

/** The captures of a whole account, or of one endpoint of that account. Each read checks the ownership. */
export interface Scope {
  accountId: number;
  endpointId?: number;
}

/** A part of a scope's captures, from one end of a range of ids on. */
export interface IdsQuery {
  /** Only ids below this one. */
  before?: number | undefined;
  /** Only ids above this one. */
  after?: number | undefined;
  order: 'newestFirst' | 'oldestFirst';
  /** At most this many captures, 1 to 1000. */
  limit: number;
}

/** The amount of a page, and the parts of its captures. */
export interface PageContent {
  /**
   * The page ends before its headers, targets and those bodies that are read would sum up to more
   * octets than this; it is never empty if the scope has a capture.
   */
  maxBytes: number;
  withBody: boolean;
  /** A body of more octets is neither read nor counted by `maxBytes`: its capture comes without `body`. */
  largestBodyBytes?: number;
  /** Only `readByIds` asks for the kept X- headers, which `maxBytes` does not count. */
  withKeptHeaders?: boolean;
}

export interface PageQuery extends IdsQuery, PageContent {}

/** A part of a scope's captures that are tried against a match; `limit` is the most that are found. */
export interface SearchQuery extends IdsQuery {
  match: Match;
  /** Milliseconds since 1970: ages in the match count from it. */
  nowMs: number;
}

/** The searcher. Without a party the account counts for itself; an aborted signal gives the search up. */
export interface SearchedBy {
  /** See `fairness/parties.ts`. */
  party?: number;
  signal?: AbortSignal;
}

/** One short step of a search. */
export interface SearchStep {
  /** In the order of the query. One that is not certain is large or compressed, or takes long to decide about. */
  found: FoundCapture[];
  /** Every capture from the beginning of the query to this id was tried; absent if none was. */
  through?: number;
  /** The number of captures that were tried. */
  tried: number;
  /** Whether the scope may hold more captures beyond `through`. */
  more: boolean;
}

export interface FoundCapture {
  id: number;
  isCertain: boolean;
}

export interface Page {
  captures: StoredCapture[];
  /** Whether the scope holds more captures in this direction. */
  more: boolean;
}

/** A page whose small captures come as texts, in one buffer. */
export interface TextPage {
  ids: number[];
  /** The texts of the small captures in UTF-8, each behind a comma. */
  texts: Uint8Array<ArrayBuffer>;
  /** The place behind each capture's text in `texts`: of one without a text the same as of the one before. */
  ends: number[];
  /** The captures without a text, in their order: they are large or compressed. */
  others: StoredCapture[];
  /** Whether the scope holds more captures in this direction. */
  more: boolean;
}

/** The text of a small capture, whole or as a summary; undefined if it is large or compressed. */
export type RenderText = (capture: StoredCapture, view: 'full' | 'summary') => string | undefined;

/**
 * The bounds of a removal from the old end of a scope. The first bound that is met ends the step, which
 * compares them with the contents of the scope at that moment, so that two steps at once never remove too
 * much. A step may remove less than it could: there is nothing left to do once it removed nothing.
 */
export interface Expiry {
  /** Keep this many captures, at least. */
  keepCount?: number;
  /** Keep this many bytes, at least, of headers, targets and bodies. */
  keepBytes?: number;
  /** Keep captures that were not received before this time. */
  olderThan?: number;
  /** Why they go, and the time now: what is removed is counted for the owners. */
  noted?: { by: RemovedBy; at: number };
}

/** Takes what the receive plane captures. */
export interface CaptureIntake {
  /**
   * Stores one capture, durably, together with those that arrive while the previous group commits.
   * Resolves after the commit, with `undefined` if the endpoint no longer exists or has other settings than those of
   * `settingsVersion`: then nothing was stored. Attempts are counted in the transaction that stores the capture. If it
   * rejects, nothing was stored, or that cannot be known (the process died, the connection was cut).
   *
   * @throws {StoreFull} at the size limit
   * @throws {StoreUnavailable} for any other reason
   */
  append(capture: NewCapture): Promise<AppendedCapture | undefined>;
}

/** Tells of commits: live streams, the retention and terminals listen. */
export interface CommitFeed {
  /** The id of the newest capture that this node has announced; 0 if there is none. */
  readonly committedThrough: number;

  /**
   * Calls the listener for every committed group from now on. `followsOthers` is asked before captures of
   * other nodes are looked up: if no listener follows them, groups come without `elsewhere`. Returns a
   * function that ends the calls.
   */
  onCommitted(listener: (group: CommittedGroup) => void, followsOthers?: () => boolean): () => void;

  /** Calls the listener with the captures that this node stored, after each commit. Returns a function that ends the calls. */
  onStored(listener: (captures: readonly CommittedCapture[]) => void): () => void;
}

/** Gives captures back, to lists and live streams. */
export interface CapturePages {
  readPage(scope: Scope, query: PageQuery): Promise<Page>;

  /**
   * A page for a list: texts if the log reads in a thread of its own, which makes them there; whole captures if their
   * bodies are asked for, else summaries. A page of texts also ends before the one that would make it longer than 256 KiB.
   */
  readListPage(scope: Scope, query: PageQuery): Promise<Page | TextPage>;

  /** The ids alone of a page of any size, at a fraction of the cost of the page, and whether more follow. */
  readIds(scope: Scope, query: IdsQuery): Promise<{ ids: number[]; more: boolean }>;

  /** These captures of the scope, in their order; those that it has not, or no more, are left out. */
  readByIds(scope: Scope, ids: readonly number[], content: PageContent): Promise<Page>;

  /** One capture, if the account has it; without its body if that has more octets than `largestBodyBytes`. */
  readOne(
    accountId: number,
    id: number,
    largestBodyBytes?: number,
    parts?: Pick<PageContent, 'withKeptHeaders'>,
  ): Promise<StoredCapture | undefined>;

  /**
   * Tries captures against a match, beside the event loop. It returns after a few milliseconds with what it has found by
   * then; the caller goes on behind `through`.
   * @throws {Overloaded} once the signal is aborted, and if too many searches of its party wait
   */
  search(scope: Scope, query: SearchQuery, by?: SearchedBy): Promise<SearchStep>;

  /** The usage of each endpoint of the account, in any order. */
  usage(accountId: number): Promise<EndpointUsage[]>;
}

/** Deliveries, their attempts, and what becomes known of their answers. */
export interface DeliveryLog {
  /**
   * The deliveries of an endpoint, those with the newest first attempt first: `limit` of them at most, or fewer once
   * they have 10,000 attempts together. Cleared captures are left out, and so are deliveries that have no other.
   */
  readDeliveries(endpointId: number, query: DeliveriesQuery): Promise<DeliveriesPage>;

  /** Notes what became known of captures and their answers, in one transaction; an id comes once. Notes of captures that are gone are passed over. */
  noteAnswers(notes: readonly AnswerNote[]): Promise<void>;
}

/** Removes captures, for their owners and for the retention. */
export interface CaptureRemoval {
  /** Removes one capture; false if the account has none of that id. */
  removeOne(accountId: number, id: number): Promise<boolean>;

  /**
   * Makes every capture of the scope disappear at once, or only those with an id up to `through`; the space is freed
   * by `purge`.
   */
  clear(scope: Scope, through?: number): Promise<void>;

  /** The time at which the oldest capture of each of these endpoints was received, of those that have one. */
  oldestReceivedAt(endpointIds: readonly number[]): Promise<Map<number, number>>;

  /**
   * Removes captures from the old end of a scope, 500 at most, in one small transaction. To keep so many captures or
   * bytes, it first removes those that a partial clear has hidden, since they are still counted.
   */
  removeOldest(scope: Scope, expiry: Expiry): Promise<{ removed: number; bytes: number }>;

  /** Removes some captures that were cleared or belonged to deleted endpoints, and resolves with their number: 0 when done. */
  purge(): Promise<number>;

  /** Gives some free space back to the file system. Resolves with true while there is more to give. */
  releaseSpace(): Promise<boolean>;
}

/**
 * The capture log: everything that was sent to receive URLs, in the order of its ids. It has one
 * implementation a database (`sqlite/`, `postgres/`); the tests in `test/capture-log/` run against each of them.
 */
export interface CaptureLog
  extends CaptureIntake,
    CommitFeed,
    CapturePages,
    DeliveryLog,
    CaptureRemoval {}
