import type { Logger } from 'pino';
import type { Sockets } from '../../database/postgres/sockets.ts';
import type { Announcements } from '../announcements.ts';
import type { CommittedGroup } from '../capture-log.ts';
import type { StoredGroup } from '../group-commit.ts';
import { type LookedUp, TailConnection } from './tail-connection.ts';

/** Groups of this node's own that are kept while a look-up takes its time: some megabytes. */
const mostOwnWaiting = 32;

/**
 * How long, in milliseconds, hints count for nothing after one that led to nothing: what it named was cleared
 * since, or never was. Whoever floods the nodes with hints buys a few look-ups a second.
 */
const restAfterNothing = 100;

export interface TailOptions {
  url: string;
  log: Logger;
  sockets: Sockets;
  announcements: Announcements;
  /** Milliseconds, where not those of every server. */
  leaderLease?: number | undefined;
}

/**
 * Announces what all nodes capture, in the order of its ids. What this node stored is at hand, what
 * others stored is looked up in the log: a hint says when, and the last announced id from where. A hint is
 * nothing more than that: whatever it names, only what was seen in the log is announced.
 *
 * That is enough, since ids become visible in their order (see `append-group.ts`): whoever sees an id can
 * see every lower one. A gap before a group of this node's own means that others stored something there
 * (or a group that failed had taken ids): it is looked up first.
 *
 * Where nobody follows others, hints wait for the look once a second, which then passes over everything:
 * streams that open later find it in the log.
 */
export class Tail {
  readonly #announcements: Announcements;
  readonly #connection: TailConnection;
  readonly #log: Logger;
  /** Stored by this node behind a gap that is still to be looked up. */
  #own: StoredGroup[] = [];
  /** The highest id that somebody said is committed, since the last look-up. */
  #hinted = 0;
  /** Look for more although nobody gave a hint. */
  #lookDue = false;
  #rest: NodeJS.Timeout | undefined;
  #catchingUp = false;

  constructor({ announcements, ...options }: TailOptions) {
    this.#announcements = announcements;
    this.#log = options.log;
    this.#connection = new TailConnection({
      ...options,
      onHint: (through) => this.#hintedAt(through),
      onListening: () => this.#lookAfterSilence(),
      onLook: () => this.#look(),
    });
  }

  open(): Promise<void> {
    return this.#connection.open();
  }

  isLeader(): Promise<boolean> {
    return this.#connection.isLeader();
  }

  close(): Promise<void> {
    clearTimeout(this.#rest);
    return this.#connection.close();
  }

  /** This node stored a group. It is announced at once where nothing lies between it and the last. */
  stored(group: StoredGroup): void {
    this.#connection.hint(group.through);
    if (!this.#catchingUp && this.#isNext(group)) return this.#announceOwn(group);
    this.#own.push(group);
    // Large captures come back on connections of their own: what has the lower ids may be heard of later.
    this.#own.sort((a, b) => a.first - b.first);
    if (this.#own.length > mostOwnWaiting) this.#leaveOwnToTheLog();
    void this.#catchUp();
  }

  #hintedAt(through: number): void {
    this.#hinted = Math.max(this.#hinted, through);
    if (this.#announcements.followsOthers) void this.#catchUp();
  }

  /** Whatever was committed while nobody listened. */
  #lookAfterSilence(): void {
    this.#hinted = Number.MAX_SAFE_INTEGER;
    this.#look();
  }

  #look(): void {
    this.#lookDue = true;
    void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    if (this.#catchingUp) return;
    this.#catchingUp = true;
    try {
      while (await this.#announceNext());
    } catch (error) {
      this.#log.debug({ err: error }, 'Captures of other nodes could not be looked up');
      // The connection will be back, and then look from where this ended.
      this.#leaveOwnToTheLog();
    } finally {
      this.#catchingUp = false;
    }
  }

  /** Announces what comes next; false where nothing more is known of. */
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

  /** What lies before a group of this node's own: what is not seen there now never will be. */
  async #announceBelow(id: number): Promise<void> {
    const found = await this.#connection.lookUp(this.#announcements.committedThrough, id);
    this.#announceFound(found);
    if (found.whole) this.#announce(id - 1, []);
  }

  /** What there is in the log by now, or a part of it. False where nothing is new. */
  async #announceAll(): Promise<boolean> {
    const announced = this.#announcements.committedThrough;
    const isHinted = this.#isHinted;
    // Hints that come while this looks may be of what it cannot see yet.
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
    // Whoever has begun to follow meanwhile may lack some of it.
    if (this.#announcements.followsOthers) this.#lookDue = true;
    else this.#announce(newest, []);
  }

  #restNow(): void {
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      void this.#catchUp();
    }, restAfterNothing).unref();
  }

  #isNext({ first }: StoredGroup): boolean {
    const { committedThrough, followsOthers } = this.#announcements;
    return first <= committedThrough + 1 || !followsOthers;
  }

  /** A look-up may have announced a part of it, or all. */
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
