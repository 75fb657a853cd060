import type { ExactRequest } from '@hookwell/client';
import * as archives from '@hookwell/client/archives';
import type { Surroundings } from '../command-line/command.ts';
import { visibleJson } from '../output/visible.ts';

/** The one JSON shape of a captured request, safe to show on a terminal. */
export function exactRequestJson(
  request: ExactRequest,
  beside?: Readonly<Record<string, unknown>>,
): Generator<string, void> {
  return archives.exactRequestJson(request, beside, visibleJson);
}

/** Writes a captured request as one line of JSON. */
export async function writeExactJson(
  request: ExactRequest,
  { write }: Pick<Surroundings, 'write'>,
  beside?: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const piece of exactRequestJson(request, beside)) await write(piece);
  await write('\n');
}
