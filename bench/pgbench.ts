import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchDatabase } from './database.ts';
import { oneKilobyte, storedHeaders } from './load.ts';

const run = promisify(execFile);

export interface PgbenchOptions {
  clients: number;
  seconds: number;
  /** Rows in one insert. */
  rowsAtOnce: number;
}

/** Rows a second that pgbench inserts into the table of captures, many in one statement and one commit for each. */
export async function insertedRows(
  { url }: BenchDatabase,
  { clients, seconds, rowsAtOnce }: PgbenchOptions,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-bench-'));
  try {
    const script = join(folder, 'insert.sql');
    writeFileSync(script, insertScript(rowsAtOnce));
    const { stdout } = await run('pgbench', [
      ...['-n', '-c', String(clients), '-j', '1', '-T', String(seconds)],
      ...['-f', script, url],
    ]);
    const transactions = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    return Number(transactions) * rowsAtOnce;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Inserts the same rows as the requests of the load generator. */
function insertScript(rowsAtOnce: number): string {
  const captured = [
    'POST',
    '/wh/abcdefghijklmnopqrstuvwxyz',
    storedHeaders,
    '127.0.0.1',
    oneKilobyte,
  ];
  const bytes = captured.map((text) => `'\\x${Buffer.from(text).toString('hex')}'`).join(',');
  const row = `(nextval('captured_request_id'),1,1700000000000,1,${bytes})`;
  return `insert into captured_request values ${Array(rowsAtOnce).fill(row).join(',')};\n`;
}
