import type { Questions } from '../../database/sqlite/query.ts';
import type { PageQuery, Scope, TextPage } from '../capture-log.ts';
import { appendGroup } from './append-group.ts';
import { attempts, deliveryHeads, noteAnswers } from './deliveries.ts';
import { capturesAbove, oldestReceivedAt, readByIds, readIds, readPage, usage } from './reads.ts';
import { clear, purge, removeOldest, removeOne } from './removal.ts';
import { searchStep } from './search-step.ts';

/** The questions to the writing thread for the capture log. */
export const logWrites = {
  appendGroup,
  capturesAbove,
  removeOne,
  clear,
  removeOldest,
  purge,
  noteAnswers,
};

/** The questions to the reading thread for it. */
export const logReads = {
  readPage,
  readByIds,
  readIds,
  searchStep,
  oldestReceivedAt,
  usage,
  deliveryHeads,
  attempts,
};

export interface LogWrites extends Questions<typeof logWrites> {
  releaseSpace: { ask: null; answer: boolean };
}

export interface LogReads extends Questions<typeof logReads> {
  readTexts: { ask: [Scope, PageQuery]; answer: TextPage };
  /** Copies pages of the write-ahead log into the database file; nobody has to wait for it. */
  checkpoint: { ask: null; answer: unknown };
}
