import { describe } from 'vitest';
import { captureLogSuite } from '../capture-log/capture-log.suite.ts';
import { sqliteDatabase } from './sqlite-database.ts';

describe('the capture log on SQLite', () => {
  captureLogSuite(() => sqliteDatabase());
});
