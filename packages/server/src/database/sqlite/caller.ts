import type { CallerRow } from '../caller-rows.ts';
import { CallerEnded } from '../errors.ts';
import type { Connection } from './connection.ts';

/**
 * Refuses a change within a transaction of the thread once its caller may not make it.
 * @throws {CallerEnded}
 */
export function refuseEndedCaller(connection: Connection, rows: readonly CallerRow[]): void {
  for (const { of, sql, parameters } of rows)
    if (connection.row(sql, ...parameters) === undefined) throw new CallerEnded(of);
}
