import type {
  Expiry,
  IdsQuery,
  PageContent,
  PageQuery,
  Scope,
  SearchQuery,
  SearchStep,
  TextPage,
} from '../capture-log.ts';
import type { GroupAnswer } from '../commit-lane.ts';
import type { AnswerNote, DeliveryHead, StoredAttempt } from '../deliveries-page.ts';
import type { EndpointUsage } from '../endpoint-usage.ts';
import type { PackedGroup } from './append-group.ts';
import type { PackedCaptures } from './capture-rows.ts';

/** The questions of the capture log: the first ones for the writer, the others for the reader. */
export interface LogExchanges {
  append: { ask: PackedGroup; answer: GroupAnswer };
  /** The captures above an id: a writer that died may have committed some and never told. */
  capturesAbove: { ask: number; answer: PackedCaptures & { accountIds: number[] } };
  removeOne: { ask: { accountId: number; id: number }; answer: boolean };
  clear: { ask: { scope: Scope; through?: number | undefined }; answer: null };
  removeOldest: {
    ask: { scope: Scope; expiry: Expiry };
    answer: { removed: number; bytes: number };
  };
  purge: { ask: null; answer: { removed: number; done: boolean } };
  releaseSpace: { ask: null; answer: boolean };
  noteAnswers: { ask: readonly AnswerNote[]; answer: null };

  readPage: { ask: { scope: Scope; query: PageQuery }; answer: PackedPage };
  readTexts: { ask: { scope: Scope; query: PageQuery }; answer: TextPage };
  readByIds: {
    ask: { scope: Scope; ids: readonly number[]; content: PageContent };
    answer: PackedPage;
  };
  readIds: {
    ask: { scope: Scope; query: IdsQuery };
    answer: { ids: number[]; more: boolean };
  };
  usage: { ask: number; answer: EndpointUsage[] };
  search: { ask: { scope: Scope; query: SearchQuery }; answer: SearchStep };
  oldestReceivedAt: { ask: readonly number[]; answer: [endpointId: number, receivedAt: number][] };
  deliveryHeads: {
    ask: { endpointId: number; before: number; limit: number };
    answer: DeliveryHead[];
  };
  attempts: {
    ask: { endpointId: number; firstIds: readonly number[] };
    answer: StoredAttempt[][];
  };
  /** Copies pages of the write-ahead log into the database file; nobody has to wait for it. */
  checkpoint: { ask: null; answer: null };
}

export interface PackedPage extends PackedCaptures {
  more: boolean;
}
