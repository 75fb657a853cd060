import type { Logger } from 'pino';
import type { AccountChanges } from '../../database/account-changes.ts';
import type { NodeMessages } from '../../database/other-nodes.ts';
import type { Sockets } from '../../database/postgres/connection.ts';
import type { Announcements, CommittedGroup } from '../announcements.ts';
import type { StoredGroup } from '../group-commit.ts';
import { type LookedUp, TailConnection, type TailConnectionOptions } from './tail-connection.ts';

/** The number of this node's groups that are kept while a look-up takes its time: some megabytes. */
const mostOwnWaiting = 32;

/**
 * Hints are ignored for so long after one that led to nothing: its captures were cleared since, or never were. So
 * a flood of hints costs the nodes a few look-ups a second.
 */
const restAfterNothingMs = 100;

/** The connection to the other nodes, as the tail uses it. */
export type NodeConnection = Pick<TailConnection, keyof TailConnection>;

export interface TailOptions {
  url: string;
  log: Logger;
  sockets: Sockets;
  announcements: Announcements;
  changes: Pick<AccountChanges, 'heard'>;
  messages: Pick<NodeMessages, 'heard' | 'missed'>;
  /** If it is not the one of every server. */
  leaderLeaseMs?: number | undefined;
}

/**
 * Announces the captures of all nodes, in the order of their ids. The captures of this node are in memory, those
 * of others are looked up in the log: after a hint, and from the last announced id on. A hint is nothing more than
 * that: only captures that were seen in the log are announced.
 *
 * That is enough, since ids become visible in their order (see `countedInTurn`): a look that sees an id can
 * see every lower one. A gap before a group of this node means that others stored something there
 * (or a group that failed had taken ids): it is looked up first.
 *
 * If no listener follows others, hints wait for the look once a second, which then passes over everything:
 * streams that open later find it in the log.
 */
export class Tail {
  readonly #announcements: Announcements;
  readonly #connection: NodeConnection;
  readonly #log: Logger;
  /** The groups of this node behind a gap that is still to be looked up. */
  #own: StoredGroup[] = [];
  /** The highest id in the hints since the last look-up. */
  #hinted = 0;
  /** Whether to look for more even without a hint. */
  #lookDue = false;
  #rest: NodeJS.Timeout | undefined;
  #catchingUp = false;
  #caughtUp: Promise<void> = Promise.resolve();

  /** @param connect makes the connection to the other nodes */
  constructor(
    { announcements, changes, messages, ...options }: TailOptions,
    connect = (its: TailConnectionOptions): NodeConnection => new TailConnection(its),
  ) {
    this.#announcements = announcements;
    this.#log = options.log;
    this.#connection = connect({
      ...options,
      onHint: (through) => this.#hintedAt(through),
      onChanged: (changed) => changes.heard(changed),
      onMessage: (message) => messages.heard(message),
      onListening: () => {
        changes.heard('any');
        messages.missed();
        this.#lookAfterSilence();
      },
      onLook: () => this.#look(),
    });
  }

  /** Resolves once it knows what was committed before, or cannot look it up. Does not reject. */
  async open(): Promise<void> {
    await this.#connection.open();
    await this.#caughtUp;
  }

  isLeader(): Promise<boolean> {
    return this.#connection.isLeader();
  }

  close(): Promise<void> {
    clearTimeout(this.#rest);
    return this.#connection.close();
  }

  /** Takes a group that this node stored. It is announced at once if nothing lies between it and the last. */
  stored(group: StoredGroup): void {
    this.#connection.hint(group.through);
    if (!this.#catchingUp && this.#isNext(group)) return this.#announceOwn(group);
    this.#own.push(group);
    if (this.#own.length > mostOwnWaiting) this.#leaveOwnToTheLog();
    void this.#catchUp();
  }

  #hintedAt(through: number): void {
    this.#hinted = Math.max(this.#hinted, through);
    if (this.#announcements.followsOthers) void this.#catchUp();
  }

  /** Looks for everything that was committed while hints were not heard. */
  #lookAfterSilence(): void {
    this.#hinted = Number.MAX_SAFE_INTEGER;
    this.#look();
  }

  #look(): void {
    this.#lookDue = true;
    void this.#catchUp();
  }

  #catchUp(): Promise<void> {
    if (!this.#catchingUp) this.#caughtUp = this.#announceAllKnown();
    return this.#caughtUp;
  }

  async #announceAllKnown(): Promise<void> {
    this.#catchingUp = true;
    try {
      while (await this.#announceNext());
    } catch (error) {
      this.#log.debug({ err: error }, 'Captures of other nodes could not be looked up');
      // The connection will be back, and then look on from the last announced id.
      this.#leaveOwnToTheLog();
    } finally {
      this.#catchingUp = false;
    }
  }

  /** Announces the next captures; false if nothing more is known. */
  async #announceNext(): Promise<boolean> {
    const [own] = this.#own;
    if (own !== undefined && this.#isNext(own)) {
      this.#own.shift();
      this.#announceOwn(own);
    } else if (own !== undefined) {
      await this.#announceBelow(own.first);
    } else if (this.#lookDue) {
      this.#lookDue = false;
      await this.#announceAll();
    } else if (this.#isHinted && this.#announcements.followsOthers && this.#rest === undefined) {
      if (!(await this.#announceAll())) this.#restNow();
    } else {
      return false;
    }
    return true;
  }

  get #isHinted(): boolean {
    return this.#hinted > this.#announcements.committedThrough;
  }

  /** Announces the captures before a group of this node: those that cannot be seen now will never be there. */
  async #announceBelow(id: number): Promise<void> {
    const found = await this.#connection.lookUp(this.#announcements.committedThrough, id);
    this.#announceFound(found);
    if (found.whole) this.#announce(id - 1, []);
  }

  /** Announces the new captures in the log, or a part of them. False if there are none. */
  async #announceAll(): Promise<boolean> {
    const announced = this.#announcements.committedThrough;
    const isHinted = this.#isHinted;
    // Hints that come during this look may be of captures that it cannot see yet.
    this.#hinted = 0;
    if (!this.#announcements.followsOthers) {
      if (isHinted) await this.#passOver();
      return true;
    }
    const found = await this.#connection.lookUp(announced, Number.MAX_SAFE_INTEGER);
    this.#announceFound(found);
    if (!found.whole) this.#lookDue = true;
    return this.#announcements.committedThrough > announced;
  }

  async #passOver(): Promise<void> {
    const newest = await this.#connection.newestId();
    // A listener that has begun to follow meanwhile may lack some of it.
    if (this.#announcements.followsOthers) this.#lookDue = true;
    else this.#announce(newest, []);
  }

  #restNow(): void {
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      void this.#catchUp();
    }, restAfterNothingMs).unref();
  }

  #isNext({ first }: StoredGroup): boolean {
    const { committedThrough, followsOthers } = this.#announcements;
    return first <= committedThrough + 1 || !followsOthers;
  }

  /** Announces the part of a group that no look-up has announced. */
  #announceOwn({ through, captures }: StoredGroup): void {
    const announced = this.#announcements.committedThrough;
    if (through <= announced) return;
    const unknown = captures.filter(({ id }) => id > announced);
    this.#announcements.committed({ through, captures: unknown, elsewhere: [] });
  }

  #announceFound({ through, endpoints }: LookedUp): void {
    this.#announce(
      through ?? 0,
      endpoints.map(([endpointId, accountId]) => ({ endpointId, accountId })),
    );
  }

  #announce(through: number, elsewhere: CommittedGroup['elsewhere']): void {
    if (through <= this.#announcements.committedThrough) return;
    this.#announcements.committed({ through, captures: [], elsewhere });
  }

  #leaveOwnToTheLog(): void {
    if (this.#own.length > 0) this.#lookDue = true;
    this.#own = [];
  }
}
