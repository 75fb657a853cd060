import type { ConnectionPool } from '../../database/postgres/pool.ts';
import type { Thread } from '../../threads/messages.ts';
import type { Announcements } from '../announcements.ts';
import type {
  CaptureLog,
  Expiry,
  IdsQuery,
  Page,
  PageContent,
  PageQuery,
  Scope,
  SearchQuery,
  SearchStep,
} from '../capture-log.ts';
import type { EndpointUsage } from '../counted-captures.ts';
import {
  type AnswerNote,
  type DeliveriesPage,
  type DeliveriesQuery,
  readDeliveries,
} from '../deliveries-page.ts';
import type { GroupCommit } from '../group-commit.ts';
import { GroupedCaptureLog } from '../grouped-capture-log.ts';
import { deliveryReads, noteAnswers } from './deliveries.ts';
import { purge } from './purge.ts';
import { oldestReceivedAt, readByIds, readIds, readPage, usage } from './reads.ts';
import { clear, removeOldest, removeOne } from './removal.ts';

/** The thread that searches beside the event loop. */
export interface SearchExchanges {
  search: { ask: { scope: Scope; query: SearchQuery }; answer: SearchStep };
}

interface PostgresCaptureLogParts {
  groups: GroupCommit;
  announcements: Announcements;
  pool: ConnectionPool;
  searching: Thread<SearchExchanges>;
}

/** The capture log on PostgreSQL: it appends in groups, searches in a thread, everything else goes through the pool. */
export class PostgresCaptureLog extends GroupedCaptureLog implements CaptureLog {
  readonly #pool: ConnectionPool;
  readonly #searching: Thread<SearchExchanges>;

  constructor({ groups, announcements, pool, searching }: PostgresCaptureLogParts) {
    super(groups, announcements);
    this.#pool = pool;
    this.#searching = searching;
  }

  /** Lists render captures in turns of the event loop. */
  readListPage(scope: Scope, query: PageQuery): Promise<Page> {
    return this.readPage(scope, query);
  }

  readPage(scope: Scope, query: PageQuery): Promise<Page> {
    return readPage(this.#pool, scope, query);
  }

  override readByIds(scope: Scope, ids: readonly number[], content: PageContent): Promise<Page> {
    return readByIds(this.#pool, scope, ids, content);
  }

  readIds(scope: Scope, query: IdsQuery): Promise<{ ids: number[]; more: boolean }> {
    return readIds(this.#pool, scope, query);
  }

  protected override searchStep(scope: Scope, query: SearchQuery): Promise<SearchStep> {
    return this.#searching.ask('search', { scope, query });
  }

  oldestReceivedAt(endpointIds: readonly number[]): Promise<Map<number, number>> {
    return oldestReceivedAt(this.#pool, endpointIds);
  }

  removeOne(accountId: number, id: number): Promise<boolean> {
    return removeOne(this.#pool, accountId, id);
  }

  clear(scope: Scope, through?: number): Promise<void> {
    return clear(this.#pool, scope, through);
  }

  readDeliveries(endpointId: number, query: DeliveriesQuery): Promise<DeliveriesPage> {
    return readDeliveries(deliveryReads(this.#pool, endpointId), query);
  }

  noteAnswers(notes: readonly AnswerNote[]): Promise<void> {
    return noteAnswers(this.#pool, notes);
  }

  usage(accountId: number): Promise<EndpointUsage[]> {
    return usage(this.#pool, accountId);
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
