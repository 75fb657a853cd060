import { createHash } from 'node:crypto';
import { Checksum } from './checksum.ts';
import { capturesTable } from './moved-tables.ts';
import type { Source } from './source.ts';

/**
 * What tells this source in this state from every other: a migration goes on only with the very rows it
 * began with. All tables but the captures are read. Whatever is captured or removed shows in the highest
 * id there ever was or in the number of captures.
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
