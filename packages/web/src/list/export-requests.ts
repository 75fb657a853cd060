import type { ExactRequest } from '@hookwell/client';
import type { ApiClient } from '@hookwell/client/api';
import {
  exactRequestJson,
  exactRequests,
  harEnd,
  harEntry,
  harStart,
} from '@hookwell/client/archives';
import { base64Of } from '@hookwell/client/copying';
import { formatCount, plural } from '../ui/format.ts';
import { showProgress } from '../ui/progress-toast.ts';
import { saveFile } from '../ui/save-file.ts';
import { toast, toastFailure } from '../ui/toasts.tsx';

/** Saves the requests as they were sent, newest first, as a file; says how many they are and whether there are more. */
export async function exportRequests(exported: Exported, format: ExportFormat): Promise<void> {
  const { signal, end } = showProgress(`Exporting as ${format.toUpperCase()}…`);
  try {
    const { file, count, isCut } = await writtenFile(exported, format, signal);
    const day = new Date().toISOString().slice(0, 10);
    if (count > 0) saveFile(file, `hookwell-${exported.endpoint ?? 'all'}-${day}.${format}`);
    toast({ text: endWords(count, isCut), tone: isCut ? 'problem' : 'plain' });
  } catch (error) {
    if (!signal.aborted) toastFailure('Could not export the requests', error);
  } finally {
    end();
  }
}

function endWords(count: number, isCut: boolean): string {
  if (count === 0) return 'No requests to export.';
  if (!isCut) return `Exported ${plural(count, 'request')}.`;
  return `Exported only the newest ${formatCount(count)}, the most that one export holds. The command "hookwell requests export" exports all.`;
}

type Column = readonly [
  name: string,
  value: (request: ExactRequest) => string | number | undefined,
];

/** A column for each fact. A body that is no text stands in the last one, as Base64. */
const columns: readonly Column[] = [
  ['id', ({ id }) => id],
  ['receivedAt', ({ receivedAt }) => receivedAt],
  ['method', ({ method }) => method],
  ['target', ({ target }) => target],
  ['ipAddress', ({ ipAddress }) => ipAddress],
  ['headers', ({ headers }) => headers.map((header) => header.join(': ')).join('\n')],
  ['event', ({ event }) => event],
  ['signature', ({ signature }) => signature?.verdict],
  ['answer', ({ answer }) => answer],
  ['attempt', ({ attempt }) => attempt],
  ['delivery', ({ delivery }) => delivery],
  ['bodySize', ({ bodySize }) => bodySize],
  ['body', ({ text, decodedText }) => decodedText ?? text],
  ['bodyBase64', ({ text, body }) => (text === undefined ? base64Of(body) : undefined)],
];

/** The first line of a table of requests (RFC 4180), with its line end. */
const csvHead = `${columns.map(([name]) => cell(name)).join(',')}\r\n`;

/** A request as a line of the table, with its line end. */
function csvLine(request: ExactRequest): string {
  return `${columns.map(([, value]) => cell(value(request) ?? '')).join(',')}\r\n`;
}

/**
 * Spreadsheets would run a text that begins like a formula, so an apostrophe stands before it. Every cell is quoted: a `;` or a tab that
 * separates cells in other countries begins no further one.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function cell(value: string | number): string {
  const text =
    typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : `${value}`;
  return `"${text.replaceAll('"', '""')}"`;
}

/** Shorter texts are kept together until they have so many characters. */
const partCharacters = 1024 * 1024;

/** A file that grows by texts. What is written is given to the browser, which keeps it outside of the page's memory. */
class FileParts {
  readonly #parts: Blob[] = [];
  #texts: string[] = [];
  #characters = 0;
  #bytes = 0;

  /** The size of the file so far: the latest texts count by their characters. */
  get size(): number {
    return this.#bytes + this.#characters;
  }

  write(text: string): void {
    this.#texts.push(text);
    this.#characters += text.length;
    if (this.#characters >= partCharacters) this.#give();
  }

  /** The whole file. With this type, browsers save it and never open it in the page. */
  toBlob(): Blob {
    this.#give();
    return new Blob(this.#parts, { type: 'application/octet-stream' });
  }

  #give(): void {
    const part = new Blob(this.#texts);
    this.#parts.push(part);
    this.#bytes += part.size;
    this.#texts = [];
    this.#characters = 0;
  }
}

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
