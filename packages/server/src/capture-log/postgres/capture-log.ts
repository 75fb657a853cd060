import type { ConnectionPool } from '../../database/postgres/pool.ts';
import type { Announcements } from '../announcements.ts';
import type {
  CaptureLog,
  Expiry,
  IdsQuery,
  Page,
  PageQuery,
  Scope,
  StoredCapture,
} from '../capture-log.ts';
import type { GroupCommit } from '../group-commit.ts';
import { GroupedCaptureLog } from '../grouped-capture-log.ts';
import { oldestReceivedAt, readIds, readOne, readPage } from './read-page.ts';
import { clear, purge, removeOldest, removeOne } from './removal.ts';

interface PostgresCaptureLogParts {
  groups: GroupCommit;
  announcements: Announcements;
  pool: ConnectionPool;
}

/** The capture log on PostgreSQL: it appends in groups, everything else goes through the pool. */
export class PostgresCaptureLog extends GroupedCaptureLog implements CaptureLog {
  readonly #pool: ConnectionPool;

  constructor({ groups, announcements, pool }: PostgresCaptureLogParts) {
    super(groups, announcements);
    this.#pool = pool;
  }

  readPage(scope: Scope, query: PageQuery): Promise<Page> {
    return readPage(this.#pool, scope, query);
  }

  readIds(scope: Scope, query: IdsQuery): Promise<{ ids: number[]; more: boolean }> {
    return readIds(this.#pool, scope, query);
  }

  readOne(
    accountId: number,
    id: number,
    largestBodyBytes = Number.MAX_SAFE_INTEGER,
  ): Promise<StoredCapture | undefined> {
    return readOne(this.#pool, accountId, id, largestBodyBytes);
  }

  oldestReceivedAt(endpointIds: readonly number[]): Promise<Map<number, number>> {
    return oldestReceivedAt(this.#pool, endpointIds);
  }

  removeOne(accountId: number, id: number): Promise<boolean> {
    return removeOne(this.#pool, accountId, id);
  }

  clear(scope: Scope): Promise<void> {
    return clear(this.#pool, scope);
  }

  removeOldest(scope: Scope, expiry: Expiry): Promise<{ removed: number; bytes: number }> {
    return removeOldest(this.#pool, scope, expiry);
  }

  protected override purgeStep(): Promise<{ removed: number; done: boolean }> {
    return purge(this.#pool);
  }

  /** The autovacuum makes room for new rows; files shrink only if the operator asks for it. */
  async releaseSpace(): Promise<boolean> {
    return false;
  }
}
