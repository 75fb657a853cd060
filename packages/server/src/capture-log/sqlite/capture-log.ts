import { callerRows } from '../../database/transaction.ts';
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
  TextPage,
} from '../capture-log.ts';
import type { EndpointUsage } from '../counted-captures.ts';
import {
  type AnswerNote,
  type DeliveriesPage,
  type DeliveriesQuery,
  type DeliveryReads,
  readDeliveries,
} from '../deliveries-page.ts';
import type { GroupCommit } from '../group-commit.ts';
import { GroupedCaptureLog } from '../grouped-capture-log.ts';
import { unpackCaptures } from './capture-rows.ts';
import type { LogReads, LogWrites } from './log-questions.ts';

interface SqliteCaptureLogParts {
  groups: GroupCommit;
  announcements: Announcements;
  writer: Thread<LogWrites>;
  reader: Thread<LogReads>;
}

/** The capture log on SQLite: it appends in groups, everything else is one question to a thread. */
export class SqliteCaptureLog extends GroupedCaptureLog implements CaptureLog {
  readonly #writer: Thread<LogWrites>;
  readonly #reader: Thread<LogReads>;

  constructor({ groups, announcements, writer, reader }: SqliteCaptureLogParts) {
    super(groups, announcements);
    this.#writer = writer;
    this.#reader = reader;
  }

  async readPage(scope: Scope, query: PageQuery): Promise<Page> {
    const page = await this.#reader.ask('readPage', [scope, query]);
    return { captures: unpackCaptures(page), more: page.more };
  }

  readListPage(scope: Scope, query: PageQuery): Promise<TextPage> {
    return this.#reader.ask('readTexts', [scope, query]);
  }

  override async readByIds(
    scope: Scope,
    ids: readonly number[],
    content: PageContent,
  ): Promise<Page> {
    const page = await this.#reader.ask('readByIds', [scope, ids, content]);
    const captures = unpackCaptures(page);
    for (const [id, keptHeaders] of page.kept ?? []) {
      const capture = captures.find((one) => one.id === id);
      if (capture !== undefined) capture.keptHeaders = keptHeaders;
    }
    return { captures, more: page.more };
  }

  readIds(scope: Scope, query: IdsQuery): Promise<{ ids: number[]; more: boolean }> {
    return this.#reader.ask('readIds', [scope, query]);
  }

  protected override searchStep(scope: Scope, query: SearchQuery): Promise<SearchStep> {
    return this.#reader.ask('searchStep', [scope, query]);
  }

  async oldestReceivedAt(endpointIds: readonly number[]): Promise<Map<number, number>> {
    return new Map(await this.#reader.ask('oldestReceivedAt', [endpointIds]));
  }

  removeOne(accountId: number, id: number): Promise<boolean> {
    return this.#writer.ask('removeOne', [accountId, id, callerRows()]);
  }

  async clear(scope: Scope, through?: number): Promise<void> {
    await this.#writer.ask('clear', [scope, through, callerRows()]);
  }

  readDeliveries(endpointId: number, query: DeliveriesQuery): Promise<DeliveriesPage> {
    const reads: DeliveryReads = {
      heads: (before, limit) => this.#reader.ask('deliveryHeads', [endpointId, before, limit]),
      attempts: (firstIds) => this.#reader.ask('attempts', [endpointId, firstIds]),
    };
    return readDeliveries(reads, query);
  }

  async noteAnswers(notes: readonly AnswerNote[]): Promise<void> {
    await this.#writer.ask('noteAnswers', [notes]);
  }

  usage(accountId: number): Promise<EndpointUsage[]> {
    return this.#reader.ask('usage', [accountId]);
  }

  removeOldest(scope: Scope, expiry: Expiry): Promise<{ removed: number; bytes: number }> {
    return this.#writer.ask('removeOldest', [scope, expiry]);
  }

  protected override purgeStep(): Promise<{ removed: number; done: boolean }> {
    return this.#writer.ask('purge', []);
  }

  releaseSpace(): Promise<boolean> {
    return this.#writer.ask('releaseSpace', null);
  }
}
