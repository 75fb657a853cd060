import { movedTableNames } from './moved-tables.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';

/**
 * New ids go on after the highest that the source ever had, also where that row is gone: no id is used twice.
 * May be done again.
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
