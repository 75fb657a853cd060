import { createHash } from 'node:crypto';
import { Checksum } from './checksum.ts';
import { capturesTable } from './moved-tables.ts';
import type { Source } from './source.ts';

/**
 * A hash of the source's state: a migration goes on only with the very rows that it began with. All tables but
 * the captures are read. New captures change the highest id that a capture ever had, removals change the
 * number of captures.
 */
export function fingerprintOf(source: Source): string {
  const tables = source.tables.map((table) => {
    if (table.name === capturesTable)
      return [table.name, source.count(table), source.lastCaptureId];
    const checksum = new Checksum();
    for (const row of source.rows(table)) checksum.add(row);
    return [table.name, checksum.end()];
  });
  return createHash('sha256').update(JSON.stringify(tables)).digest('hex');
}
