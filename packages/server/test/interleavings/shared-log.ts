import type { CommittedGroup } from '../../src/capture-log/announcements.ts';
import type { NewCapture, StoredCapture } from '../../src/capture-log/captures.ts';
import type { GroupAnswer } from '../../src/capture-log/commit-lane.ts';
import type { NodeConnection } from '../../src/capture-log/postgres/tail.ts';
import type {
  LookedUp,
  TailConnectionOptions,
} from '../../src/capture-log/postgres/tail-connection.ts';
import { StoreUnavailable } from '../../src/database/errors.ts';
import type { Schedule } from './schedule.ts';

/** One look gives so many captures at most, so that some are not whole. */
const mostLookedUp = 3;
const lookIntervalMs = 1000;

/** The accounts of the endpoints: two have two each. */
export function accountOf(endpointId: number): number {
  return endpointId < 12 ? 1 : 2;
}

/** A log that many nodes share: ids become visible in their order, and groups that fail may leave gaps. */
export class SharedLog {
  readonly rows: StoredCapture[] = [];
  readonly #schedule: Schedule;
  readonly #connections: SharedLogConnection[] = [];
  /** The highest id that any node announced. */
  #announced = 0;
  #lastId = 0;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  async append(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    const fate = this.#schedule.nextFate();
    if (fate !== 'failed') {
      return this.#schedule.ask('a group', () => this.#insert(captures), fate);
    }
    // Rolled back: its ids are gone.
    const rollBack = (): never => {
      this.#lastId += captures.length;
      throw new StoreUnavailable('The group was rolled back');
    };
    return await this.#schedule.ask('a group to be rolled back', rollBack, 'done');
  }

  #insert(captures: readonly NewCapture[]): GroupAnswer {
    for (const { body: _, ...capture } of captures) {
      this.#lastId += 1;
      this.rows.push({ ...capture, id: this.#lastId });
    }
    this.#schedule.must(
      this.rows.length === 0 || this.#lastId - captures.length >= this.#announced,
      'a capture is committed below what was announced',
    );
    const accountIds = captures.map(({ endpointId }) => accountOf(endpointId));
    return { through: this.#lastId, accountIds, isAmongOthers: true };
  }

  /** To be told of what a node announces, with what it announced before: all in between must be there. */
  announced(before: number, { through, captures, elsewhere }: CommittedGroup): void {
    this.#announced = Math.max(this.#announced, through);
    const { must } = this.#schedule;
    must.call(this.#schedule, through > before, 'groups are announced out of order');
    const ids = new Set(captures.map(({ id }) => id));
    const unread = new Set(elsewhere.map(({ endpointId }) => endpointId));
    for (const { id, endpointId } of this.rows) {
      if (id <= before || id > through) {
        must.call(this.#schedule, !ids.has(id), 'a capture is announced in the wrong group');
      } else if (!ids.has(id)) {
        must.call(this.#schedule, unread.has(endpointId), `capture ${id} is never announced`);
      }
    }
  }

  connect(options: TailConnectionOptions): NodeConnection {
    const connection = new SharedLogConnection(this, this.#schedule, options);
    this.#connections.push(connection);
    return connection;
  }

  /** Tells all nodes that captures up to this id are committed, which need not be true. */
  hint(through: number): void {
    for (const connection of this.#connections) {
      if (this.#schedule.nextFate() === 'done') void connection.hear(through);
    }
  }
}

/** A node's connection. A question that fails costs the connection, and hints are not heard until there is another. */
class SharedLogConnection implements NodeConnection {
  readonly #shared: SharedLog;
  readonly #schedule: Schedule;
  readonly #options: TailConnectionOptions;
  #isOpen = false;

  constructor(shared: SharedLog, schedule: Schedule, options: TailConnectionOptions) {
    this.#shared = shared;
    this.#schedule = schedule;
    this.#options = options;
    setInterval(() => {
      if (this.#isOpen) options.onLook();
    }, lookIntervalMs);
  }

  async open(): Promise<void> {
    await this.#schedule.later('a node listens');
    this.#isOpen = true;
    this.#options.onListening();
  }

  hint(through: number): void {
    this.#shared.hint(through);
  }

  async hear(through: number): Promise<void> {
    await this.#schedule.later(`a hint of ${through}`);
    if (this.#isOpen) this.#options.onHint(through);
  }

  lookUp(after: number, before: number): Promise<LookedUp> {
    return this.#ask('a look', () => {
      const above = this.#shared.rows.filter(({ id }) => id > after && id < before);
      const found = above.slice(0, mostLookedUp);
      const endpointIds = new Set(found.map(({ endpointId }) => endpointId));
      return {
        through: found.at(-1)?.id ?? null,
        whole: found.length < mostLookedUp,
        endpoints: [...endpointIds].map((id): [number, number] => [id, accountOf(id)]),
      };
    });
  }

  newestId(): Promise<number> {
    return this.#ask('the newest id', () => this.#shared.rows.at(-1)?.id ?? 0);
  }

  isLeader(): Promise<boolean> {
    return Promise.resolve(false);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #ask<Answer>(label: string, effect: () => Answer): Promise<Answer> {
    if (!this.#isOpen) throw new StoreUnavailable('PostgreSQL cannot be reached');
    try {
      return await this.#schedule.ask(label, effect);
    } catch (error) {
      if (this.#isOpen) {
        this.#isOpen = false;
        void this.open();
      }
      throw error;
    }
  }
}
