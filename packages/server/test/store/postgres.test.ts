import { describe } from 'vitest';
import { captureLogSuite } from '../capture-log/capture-log.suite.ts';
import { postgresDatabase } from './postgres-database.ts';

describe('the capture log on PostgreSQL', () => {
  captureLogSuite(() => postgresDatabase());
});
