import { movedTableNames } from './moved-tables.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';

/**
 * Sets the target's sequences to the highest ids that the source ever had, even if those rows are gone: no id is
 * used twice. May be repeated.
 */
export async function continueSequences(source: Source, target: Target): Promise<void> {
  await setSequence(target, `'captured_request_id'`, source.lastCaptureId);
  for (const [table, lastId] of source.lastIds) {
    if (!movedTableNames.some((name) => name === table)) continue;
    await setSequence(target, `pg_get_serial_sequence('${table}', 'id')`, lastId);
  }
}

async function setSequence(target: Target, sequence: string, lastId: number): Promise<void> {
  await target.query({
    text: `select setval(${sequence}, greatest($1::bigint, 1), $1::bigint > 0)`,
    values: [lastId],
  });
}
