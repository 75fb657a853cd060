import type { RefusedRequests } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { byteSize } from '../output/amounts.ts';
import { jsonLine } from '../output/json-text.ts';
import { TextTable } from '../output/text-table.ts';

/** Prints what was refused at an endpoint: as a table for people, or a line of JSON for each. */
export async function printRefusals(
  refusals: readonly RefusedRequests[],
  token: string,
  json: boolean,
  { write, note, output }: Pick<Surroundings, 'write' | 'note' | 'output'>,
): Promise<void> {
  if (refusals.length === 0) {
    if (!json) note('Nothing was refused in the last 7 days');
    return;
  }
  const table = new TextTable(['RECEIVED', 'TIMES', 'FROM', 'REFUSED'], output.columns);
  const lines = json
    ? refusals.map((refused) => jsonLine(refused))
    : table.lines(refusals.flatMap((refused) => rowsOf(refused, token)));
  await write(`${lines.join('\n')}\n`);
}

/** `413 body too large: POST /orders, 20 MiB`; in a further row what is malformed. */
function rowsOf(refused: RefusedRequests, token: string): string[][] {
  const { at, count, ipAddress, status, reason, detail, method, path, bytes } = refused;
  const request = [
    method,
    // Every line would have the same beginning.
    path?.replace(`/wh/${token}`, ''),
  ].filter(Boolean);
  const told = [request.join(' '), bytes === undefined ? '' : byteSize(bytes)].filter(Boolean);
  const why = `${status === undefined ? '' : `${status} `}${reason.replaceAll('_', ' ')}`;
  const what = told.length === 0 ? why : `${why}: ${told.join(', ')}`;
  const row = [at, String(count), ipAddress, what];
  return detail === undefined ? [row] : [row, ['', '', '', detail]];
}
