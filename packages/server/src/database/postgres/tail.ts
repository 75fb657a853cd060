import type { Logger } from 'pino';
import type { Announcements } from '../announcements.ts';
import type { CommittedGroup } from '../capture-log.ts';
import type { StoredGroup } from '../group-commit.ts';
import type { Sockets } from './sockets.ts';
import { TailConnection } from './tail-connection.ts';

/** Groups of this node's own that are kept while a look-up takes its time: some megabytes. */
const mostOwnWaiting = 32;

interface TailOptions {
  url: string;
  log: Logger;
  sockets: Sockets;
  announcements: Announcements;
}

/**
 * Announces what all nodes capture, in the order of its ids. What this node stored is at hand, what
 * others stored is looked up in the log: a hint says when, and the last announced id from where.
 *
 * That is enough, since ids become visible in their order (see `append-group.ts`): whoever sees an id can
 * see every lower one. A gap before a group of this node's own means that others stored something there
 * (or a group that failed had taken ids): it is looked up first.
 */
export class Tail {
  readonly #announcements: Announcements;
  readonly #connection: TailConnection;
  readonly #log: Logger;
  /** Stored by this node behind a gap that is still to be looked up. */
  #own: StoredGroup[] = [];
  /** The highest id that somebody said is committed. */
  #hinted = 0;
  /** Look for more although nobody gave a hint. */
  #lookDue = false;
  #catchingUp = false;

  constructor({ url, log, sockets, announcements }: TailOptions) {
    this.#announcements = announcements;
    this.#log = log;
    this.#connection = new TailConnection({
      url,
      log,
      sockets,
      onHint: (through) => this.#hintedAt(through),
      onLook: () => {
        this.#lookDue = true;
        void this.#catchUp();
      },
    });
  }

  open(): Promise<void> {
    return this.#connection.open();
  }

  isLeader(): Promise<boolean> {
    return this.#connection.isLeader();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** This node stored a group. It is announced at once where nothing lies between it and the last. */
  stored(group: StoredGroup): void {
    this.#connection.hint(group.through);
    if (!this.#catchingUp && this.#isNext(group)) return this.#announceOwn(group);
    this.#own.push(group);
    if (this.#own.length > mostOwnWaiting) this.#leaveOwnToTheLog();
    void this.#catchUp();
  }

  #hintedAt(through: number): void {
    if (through <= this.#announcements.committedThrough) return;
    this.#hinted = Math.max(this.#hinted, through);
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
    const announced = this.#announcements.committedThrough;
    const [own] = this.#own;
    if (own !== undefined && this.#isNext(own)) {
      this.#own.shift();
      this.#announceOwn(own);
      return true;
    }
    if (own === undefined && !this.#lookDue && this.#hinted <= announced) return false;
    const known = own === undefined ? this.#hinted : own.first - 1;
    if (own === undefined) this.#lookDue = false;
    if (!this.#announcements.followsOthers) {
      this.#announce(known, []);
      return true;
    }
    const { through, endpoints } = await this.#connection.lookUp(
      announced,
      own?.first ?? Number.MAX_SAFE_INTEGER,
    );
    // What was committed and is not there any more was cleared or expired.
    this.#announce(
      through ?? known,
      endpoints.map(([endpointId, accountId]) => ({ endpointId, accountId })),
    );
    return true;
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

  #announce(through: number, elsewhere: CommittedGroup['elsewhere']): void {
    if (through <= this.#announcements.committedThrough) return;
    this.#announcements.committed({ through, captures: [], elsewhere });
  }

  #leaveOwnToTheLog(): void {
    for (const { through } of this.#own) this.#hinted = Math.max(this.#hinted, through);
    this.#own = [];
  }
}
