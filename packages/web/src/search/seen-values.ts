import type { CapturedRequestSummary } from '@hookwell/client';
import { bodyKinds, type MatchField, printField, textOfBytes } from '@hookwell/core/match';

/** The captured requests that names and values are suggested from. */
export interface KnownRequests {
  requests: readonly CapturedRequestSummary[];
  /** The names and values in the bodies of the newest. */
  json: readonly JsonEntry[];
  /** The event of a captured request, as far as it is known. */
  eventOf: (request: CapturedRequestSummary) => string | undefined;
}

const mostRequests = 1_000;
const longestCharacters = 100;
const ages = ['15m', '1h', '1d', '7d'];
const verdicts = ['valid', 'invalid', 'missing', 'stale', 'unverifiable'];
const contractVerdicts = ['holds', 'differs', 'none'];

/** The names behind `header.`, `query.` and `json.` that occur, as fields of the language. */
export function seenFields(name: MatchField['name'], known: KnownRequests): string[] {
  if (name === 'header.NAME') {
    return seenIn(known, ({ headers }) => Object.keys(headers)).map((key) =>
      printField({ name, key }),
    );
  }
  if (name === 'query.NAME') {
    return seenIn(known, ({ queryParams }) => Object.keys(queryParams)).map((key) =>
      printField({ name, key }),
    );
  }
  if (name === 'json.PATH')
    return [...new Set(known.json.map(({ path }) => printField({ name, path })))];
  return [];
}

/** The values of a field that occur, the most frequent first, and those that the language knows itself. */
export function seenValues(field: MatchField, known: KnownRequests): string[] {
  switch (field.name) {
    case 'json.PATH':
      return jsonValues(field.path, known.json);
    case 'header.NAME':
      return seenIn(known, ({ headers }) => ownValue(headers, field.key));
    case 'query.NAME':
      return seenIn(known, ({ queryParams }) => ownValue(queryParams, field.key));
    case 'received':
      return ages;
    case 'event':
      return seenIn(known, (request) => {
        const event = known.eventOf(request);
        return event === undefined ? [] : [event];
      });
    case 'signature':
      return verdicts;
    case 'contract':
      return contractVerdicts;
    default:
      return seenIn(known, readers[field.name] ?? (() => []));
  }
}

/** The words that `has:` can ask for. */
export function seenTraits(known: KnownRequests): string[] {
  const verdicts = ['signature', 'contract'];
  const plain = ['body', 'path', 'query', 'event', ...verdicts, 'answer', 'attempt', 'delivery'];
  return [
    ...bodyKinds,
    ...plain,
    ...seenFields('header.NAME', known),
    ...seenFields('query.NAME', known),
    ...seenFields('json.PATH', known),
  ];
}

const readers: Partial<
  Record<MatchField['name'], (request: CapturedRequestSummary) => readonly string[]>
> = {
  method: ({ method }) => [method],
  path: ({ path }) => (path === undefined ? [] : [textOfBytes(path)]),
  query: ({ queryParams }) =>
    Object.entries(queryParams).map(([name, value]) => `${name}=${value}`),
  header: ({ headers }) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  type: ({ contentType }) => {
    const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
    return mediaType === undefined || mediaType === '' ? [] : [mediaType];
  },
  size: ({ bodySize }) => [String(bodySize)],
  ip: ({ ipAddress }) => [ipAddress],
  answer: ({ answer }) => (answer === undefined ? [] : [answer]),
  attempt: ({ attempt }) => (attempt === undefined ? [] : [String(attempt)]),
  delivery: ({ delivery }) => (delivery === undefined ? [] : [delivery]),
};

function ownValue(values: Readonly<Record<string, string>>, name: string): string[] {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return value === undefined ? [] : [value];
}

function jsonValues(path: readonly string[], json: readonly JsonEntry[]): string[] {
  const place = JSON.stringify(path);
  return json.flatMap((entry) =>
    entry.value !== undefined && JSON.stringify(entry.path) === place ? [entry.value] : [],
  );
}

/** The values of the captured requests, the most frequent first. Long values are left out. */
function seenIn(
  { requests }: KnownRequests,
  read: (request: CapturedRequestSummary) => readonly string[],
): string[] {
  const counts = new Map<string, number>();
  for (const request of requests.slice(0, mostRequests)) {
    for (const value of read(request)) {
      if (value.length <= longestCharacters) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
}

/** A value in a JSON text and the names and indexes that lead to it. */
export interface JsonEntry {
  path: readonly string[];
  /** The text of a string, or any other value as it was sent; `undefined` for objects and arrays. */
  value: string | undefined;
}

const mostEntries = 500;
const mostTogether = 2000;
const longestValueCharacters = 100;

/** The names and values in JSON texts for suggestions, each once, outer ones first; none of a text that is no JSON. */
export function jsonEntries(texts: readonly string[]): JsonEntry[] {
  const entries = new Map<string, JsonEntry>();
  for (const text of texts) {
    for (const entry of entriesOf(text)) {
      if (entries.size >= mostTogether) break;
      entries.set(JSON.stringify([entry.path, entry.value]), entry);
    }
  }
  return [...entries.values()].sort((one, other) => one.path.length - other.path.length);
}

function entriesOf(text: string): JsonEntry[] {
  let top: unknown;
  try {
    top = JSON.parse(text, keepDigits);
  } catch {
    return [];
  }
  const entries: JsonEntry[] = [];
  const waiting: { path: string[]; value: unknown }[] = [{ path: [], value: top }];
  for (let at = 0; at < waiting.length && entries.length < mostEntries; at++) {
    const { path, value } = waiting[at] ?? { path: [], value: null };
    if (path.length > 0) entries.push({ path, value: valueText(value) });
    const isArray = Array.isArray(value);
    if (!isArray && (typeof value !== 'object' || value === null || value instanceof SentNumber))
      continue;
    // The items of an array are alike, so the first stands for all.
    const members = Object.entries(value).slice(0, isArray ? 1 : mostEntries);
    for (const [name, member] of members) waiting.push({ path: [...path, name], value: member });
  }
  return entries;
}

/** A number as it was sent, since JavaScript rounds long ones. */
class SentNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? new SentNumber(context?.source ?? String(value)) : value;
}

function valueText(value: unknown): string | undefined {
  if (value instanceof SentNumber) return value.text;
  if (typeof value === 'object' && value !== null) return undefined;
  const text = String(value);
  return text.length <= longestValueCharacters ? text : undefined;
}
