import type { Logger } from 'pino';
import type {
  CaptureFields,
  NewCapture,
  StoredAnswer,
  StoredContractFinding,
  StoredListenerAnswer,
} from './captures.ts';

/** A capture just committed, with the account that owned its endpoint at the commit. */
export interface CommittedCapture {
  id: number;
  accountId: number;
  capture: CaptureFields & Pick<NewCapture, 'body'>;
  /** Absent if the endpoint has no settings. */
  answered?: StoredAnswer;
  /** Absent unless its sender waits for the answer of a listener. */
  listener?: StoredListenerAnswer;
  /** Absent if the endpoint has no contract. */
  contract?: StoredContractFinding;
}

/**
 * The captures committed since the group before. Groups are announced in the order of their ids: every
 * capture up to `through` is committed and visible to reads when the group is announced.
 */
export interface CommittedGroup {
  through: number;
  /** In the order of their ids. */
  captures: readonly CommittedCapture[];
  /** The endpoints that have more captures up to `through`, of other nodes: these have to be read from the log. */
  elsewhere: readonly { accountId: number; endpointId: number }[];
}

type Subscriber<Event> = (event: Event) => void;

interface CommitListener {
  hear: Subscriber<CommittedGroup>;
  followsOthers: () => boolean;
}

/** Tells listeners of committed captures. A listener that throws disturbs neither the others nor the callers. */
export class Announcements {
  readonly #log: Logger;
  readonly #commitListeners = new Set<CommitListener>();
  readonly #storedListeners = new Set<Subscriber<readonly CommittedCapture[]>>();
  committedThrough: number;

  constructor(log: Logger, committedThrough: number) {
    this.#log = log;
    this.committedThrough = committedThrough;
  }

  onCommitted(hear: Subscriber<CommittedGroup>, followsOthers: () => boolean): () => void {
    // An object of its own, so that the same listener given twice is two listeners.
    const listener = { hear, followsOthers };
    this.#commitListeners.add(listener);
    return () => this.#commitListeners.delete(listener);
  }

  onStored(hear: Subscriber<readonly CommittedCapture[]>): () => void {
    const listener: typeof hear = (captures) => hear(captures);
    this.#storedListeners.add(listener);
    return () => this.#storedListeners.delete(listener);
  }

  /** Whether a listener wants to hear of the captures of other nodes. */
  get followsOthers(): boolean {
    for (const { followsOthers } of this.#commitListeners) if (followsOthers()) return true;
    return false;
  }

  /** Whether there is any listener at all: without one, the callers save the work of telling. */
  get anybodyListens(): boolean {
    return this.#commitListeners.size > 0 || this.#storedListeners.size > 0;
  }

  /** Groups are announced in the order of their ids. */
  committed(group: CommittedGroup): void {
    this.committedThrough = group.through;
    for (const { hear } of this.#commitListeners) this.#tell(hear, group);
  }

  stored(captures: readonly CommittedCapture[]): void {
    for (const hear of this.#storedListeners) this.#tell(hear, captures);
  }

  #tell<Event>(hear: Subscriber<Event>, event: Event): void {
    try {
      hear(event);
    } catch (error) {
      this.#log.error({ err: error }, 'A listener to committed captures failed');
    }
  }
}
