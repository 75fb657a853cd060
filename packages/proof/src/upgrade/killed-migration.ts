/**
 * Loaded by a node before its own code (`node --import`), in each of its threads: it ends at once, as by SIGKILL, when a migration of an
 * SQLite file has brought the schema to the version that `HOOKWELL_TEST_KILLED_AT` names, before its commit.
 */
import { DatabaseSync } from 'node:sqlite';

const version = process.env.HOOKWELL_TEST_KILLED_AT;
const exec = DatabaseSync.prototype.exec;

DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  exec.call(this, sql);
  if (sql.replaceAll(/\s/g, '') === `pragmauser_version=${version}`) {
    process.kill(process.pid, 'SIGKILL');
  }
};
