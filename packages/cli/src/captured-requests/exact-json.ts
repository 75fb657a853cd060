import type { ExactRequest } from '@hookwell/client';
import * as archives from '@hookwell/client/archives';
import type { Surroundings } from '../command-line/command.ts';
import { visibleJson } from '../output/text.ts';

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

// An import would load all that `node:http` exports, and with it `fetch`: 8 MiB for each command that starts.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** One entry of an archive, with the words of its status. */
export function harEntry(request: ExactRequest, receiveBaseUrl: string): object {
  return archives.harEntry(request, receiveBaseUrl, (status) => STATUS_CODES[status] ?? '');
}
