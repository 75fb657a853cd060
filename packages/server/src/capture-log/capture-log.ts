/**
 * The capture log: everything that was sent to receive URLs, in the order of its ids. It has one
 * implementation a database (`database/sqlite/`, `database/postgres/`), and one contract suite
 * (`test/database/capture-log.suite.ts`) that runs against each of them.
 */

/** What the receive plane hands over: the request as it was sent, nothing derived from it yet. */
export interface NewCapture {
  endpointId: number;
  /** Milliseconds since 1970. */
  receivedAt: number;
  method: string;
  /** Path and query as sent. */
  target: string;
  /** A JSON array `[name, value, name, value, …]` in the order and case as sent, without X- headers. */
  headers: string;
  /** How many X- headers were dropped. */
  droppedHeaders: number;
  ipAddress: string;
  /** The body's bytes in the pieces in which they arrived; never changed after this call. */
  body: readonly Uint8Array[];
  /** The sum of the pieces' lengths. */
  bodySize: number;
  /**
   * Its sender did not wait for what became of the one before (HTTP pipelining): its id is higher than that of
   * every other small capture that was appended earlier.
   */
  isPipelined?: boolean;
}

/** A capture as the log gives it back. `body` is absent where the read asked for none, or for smaller ones. */
export interface StoredCapture {
  id: number;
  endpointId: number;
  receivedAt: number;
  method: string;
  target: string;
  headers: string;
  droppedHeaders: number;
  ipAddress: string;
  bodySize: number;
  body?: Uint8Array;
}

/** A capture just committed, with the account that owned its endpoint at the commit. */
export interface CommittedCapture {
  id: number;
  accountId: number;
  capture: NewCapture;
}

/**
 * What was committed since the group before. Groups are announced in the order of their ids: every
 * capture up to `through` is committed and visible to reads when the group is announced.
 */
export interface CommittedGroup {
  through: number;
  /** In the order of their ids. */
  captures: readonly CommittedCapture[];
  /** Where there are more captures up to `through`, of other nodes: they have to be read from the log. */
  elsewhere: readonly CapturedElsewhere[];
}

export interface CapturedElsewhere {
  accountId: number;
  endpointId: number;
}

/** Whose captures: a whole account's, or one endpoint's of that account. Ownership is checked by each read. */
export interface Scope {
  accountId: number;
  endpointId?: number;
}

/** A part of a scope's captures, from one end of a range of ids on. */
export interface IdsQuery {
  /** Only ids below this one. */
  before?: number;
  /** Only ids above this one. */
  after?: number;
  order: 'newestFirst' | 'oldestFirst';
  /** At most this many captures, 1 to 1000. */
  limit: number;
}

export interface PageQuery extends IdsQuery {
  /**
   * The page ends before its headers, targets and (where they are read) bodies would sum up to more
   * octets than this; it always has one capture where there is one.
   */
  maxBytes: number;
  withBody: boolean;
  /** A body of more octets than this is not read, nor counted by `maxBytes`: its capture comes without `body`. */
  largestBody?: number;
}

export interface Page {
  captures: StoredCapture[];
  /** Whether the scope holds more captures in this direction. */
  more: boolean;
}

/**
 * What to remove from the old end of a scope. The first of these bounds that is met ends the step, which
 * compares them with what the scope holds at that moment, so that two steps at once never remove too
 * much. A step may remove less than it could: there is nothing left to do once it removed nothing.
 */
export interface Expiry {
  /** Keep this many captures, at least. */
  keepCount?: number;
  /** Keep this many bytes, at least, of headers, targets and bodies. */
  keepBytes?: number;
  /** Keep what was not received before this time. */
  olderThan?: number;
}

export interface CaptureLog {
  /**
   * Stores one capture, durably, together with those that arrive while the previous group commits.
   * Resolves with its id after the commit, with `undefined` where the endpoint no longer exists.
   * Rejects with StoreFull at the size limit, StoreUnavailable for any other reason; then nothing of
   * it was stored, or nobody can know (the process died, the connection was cut).
   */
  append(capture: NewCapture): Promise<number | undefined>;

  /** The id of the newest capture that this node has announced (0 where there is none). */
  readonly committedThrough: number;

  /**
   * Calls the listener for every committed group from now on. `followsOthers` is asked before captures of
   * other nodes are looked up: where nobody follows them, groups come without `elsewhere`. Returns the
   * way to stop.
   */
  onCommitted(listener: (group: CommittedGroup) => void, followsOthers?: () => boolean): () => void;

  /** Calls the listener with what this node stored, after each commit. Returns the way to stop. */
  onStored(listener: (captures: readonly CommittedCapture[]) => void): () => void;

  readPage(scope: Scope, query: PageQuery): Promise<Page>;

  /** The ids of a page of any size alone, at a fraction of its cost: where it ends and whether more follow. */
  readIds(scope: Scope, query: IdsQuery): Promise<{ ids: number[]; more: boolean }>;

  /** One capture, where it is the account's; without its body where that has more octets than `largestBody`. */
  readOne(accountId: number, id: number, largestBody?: number): Promise<StoredCapture | undefined>;

  /** When the oldest capture of each of these endpoints was received, of those that hold something. */
  oldestReceivedAt(endpointIds: readonly number[]): Promise<Map<number, number>>;

  /** Removes one capture; false where the account has none of that id. */
  removeOne(accountId: number, id: number): Promise<boolean>;

  /** Makes every capture of the scope disappear at once; the space is freed by `purge`. */
  clear(scope: Scope): Promise<void>;

  /** Removes captures from the old end of a scope, 500 at most, in one small transaction. */
  removeOldest(scope: Scope, expiry: Expiry): Promise<{ removed: number; bytes: number }>;

  /** Removes some of what was cleared or belonged to deleted endpoints. Resolves with how many rows went; 0 when done. */
  purge(): Promise<number>;

  /** Gives some free space back to the file system. Resolves with true while there is more to give. */
  releaseSpace(): Promise<boolean>;
}
