/**
 * The behaviour that every implementation of the capture log must have, whatever the database: run by each
 * database's own test with a way to make fresh databases.
 */

import { tablesSuite } from '../database/tables.suite.ts';
import type { TestDatabase } from '../store/store-fixture.ts';
import { appendSuite } from './append.suite.ts';
import { pagingSuite } from './paging.suite.ts';
import { removalSuite } from './removal.suite.ts';

export function captureLogSuite(freshDatabase: () => Promise<TestDatabase>): void {
  appendSuite(freshDatabase);
  pagingSuite(freshDatabase);
  removalSuite(freshDatabase);
  tablesSuite(freshDatabase);
}
