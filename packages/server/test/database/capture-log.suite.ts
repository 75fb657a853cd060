/**
 * What every implementation of the capture log has to do, whatever the database: run by each
 * database's own test with a way to make fresh databases.
 */
import { appendSuite } from './append.suite.ts';
import { pagingSuite } from './paging.suite.ts';
import { removalSuite } from './removal.suite.ts';
import type { TestDatabase } from './store-fixture.ts';
import { tablesSuite } from './tables.suite.ts';

export function captureLogSuite(freshDatabase: () => Promise<TestDatabase>): void {
  appendSuite(freshDatabase);
  pagingSuite(freshDatabase);
  removalSuite(freshDatabase);
  tablesSuite(freshDatabase);
}
