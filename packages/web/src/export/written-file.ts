import type { ExactRequest } from '@hookwell/client';
import type { ApiClient } from '@hookwell/client/api';
import {
  exactRequestJson,
  exactRequests,
  harEnd,
  harEntry,
  harStart,
} from '@hookwell/client/archives';
import { csvHead, csvLine } from './csv.ts';
import { FileParts } from './file-parts.ts';

export type ExportFormat = 'har' | 'jsonl' | 'csv';

export interface Exported {
  /** It is given, since another import of it would cut the script of the first view into more pieces. */
  client: ApiClient;
  /** The token of an endpoint, or all endpoints if there is none. */
  endpoint: string | undefined;
  /** Only requests that match, in the match language; all if it is empty. */
  match: string;
}

/** An export ends at these; the command exports any number. */
const usualBounds = { mostRequests: 10_000, mostBytes: 256 * 1024 * 1024 };

/** Writes the requests as they were sent, newest first, until there are no more or a bound is reached: `isCut` tells that. */
export async function writtenFile(
  { client, endpoint, match }: Exported,
  format: ExportFormat,
  signal: AbortSignal,
  { mostRequests, mostBytes } = usualBounds,
) {
  const { receiveBaseUrl, version } = await client.service.get({ signal });
  const { start, entry, end } = writers(receiveBaseUrl, version)[format];
  const file = new FileParts();
  const all = { before: undefined, after: undefined, limit: mostRequests, signal };
  const selection = { endpoint, match: match === '' ? undefined : match, ...all };
  let count = 0;
  let isCut = false;
  file.write(start);
  const requests = exactRequests(client, selection, (isCutThere) => {
    isCut = isCutThere;
  });
  for await (const request of requests) {
    if (file.size > mostBytes) {
      isCut = true;
      break;
    }
    for (const text of entry(request, count)) file.write(text);
    count += 1;
  }
  signal.throwIfAborted();
  file.write(end);
  return { file: file.toBlob(), count, isCut };
}

interface Writer {
  start: string;
  /** @param index 0 for the first one */
  entry: (request: ExactRequest, index: number) => Iterable<string>;
  end: string;
}

function writers(receiveBaseUrl: string, version: string): Record<ExportFormat, Writer> {
  return {
    har: {
      start: harStart(version),
      entry: (request, index) => {
        // Browsers have no words for statuses, and HTTP needs none.
        const entry = JSON.stringify(harEntry(request, receiveBaseUrl, () => ''));
        return [index === 0 ? '\n' : ',\n', entry];
      },
      end: `\n${harEnd}\n`,
    },
    jsonl: {
      start: '',
      entry: function* (request) {
        yield* exactRequestJson(request);
        yield '\n';
      },
      end: '',
    },
    csv: { start: csvHead, entry: (request) => [csvLine(request)], end: '' },
  };
}
