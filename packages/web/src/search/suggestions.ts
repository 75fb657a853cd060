import type { CapturedRequestSummary } from '@hookwell/client';
import { filterKeys } from './filter.ts';
import { type FilterWord, quoted, wordsIn } from './filter-words.ts';
import { requestTraits } from './request-traits.ts';

export interface Suggestion {
  /** The word as it is written in a filter. */
  label: string;
  /** Explains it. */
  hint: string | undefined;
  /** The whole filter with the suggestion, and the place of the caret. */
  text: string;
  caret: number;
}

const mostSuggestions = 8;
/** Values are taken from so many of the newest captured requests. */
const mostRequests = 1_000;

const keyHints: Readonly<Record<(typeof filterKeys)[number], string>> = {
  method: 'post, put, …',
  path: 'part of the path',
  query: 'name=value, or a part of it',
  header: 'name, or name=value',
  body: 'text in the body',
  type: 'part of the content type',
  has: 'json, xml, form, file, …',
  ip: "the sender's address",
};

/**
 * Suggests the rest of the word at the caret: the keys of the filter, or values of the captured requests, the most
 * frequent first.
 */
export function suggest(
  text: string,
  caret: number,
  requests: readonly CapturedRequestSummary[],
): Suggestion[] {
  const word = wordsIn(text).find(({ start, end }) => start < caret && caret <= end);
  const minus = word?.isNegated === true ? '-' : '';
  const replaced = word ?? { start: caret, end: caret };
  if (word?.key === undefined) return suggestKeys(text, replaced, minus, word?.value ?? '');
  const { key, value } = word;
  return valuesOf(key, word, requests)
    .filter((seen) => seen.toLowerCase().includes(value.toLowerCase()) && seen !== value)
    .slice(0, mostSuggestions)
    .map((seen) => replaceWord(text, replaced, `${minus}${key}:${quoted(seen)}`, undefined));
}

function suggestKeys(text: string, at: Place, minus: string, typed: string): Suggestion[] {
  return filterKeys
    .filter((key) => key.startsWith(typed.toLowerCase()))
    .map((key) => replaceWord(text, at, `${minus}${key}:`, keyHints[key]));
}

type Place = Pick<FilterWord, 'start' | 'end'>;

/** Puts a word in its place. A complete word gets a space behind it. */
function replaceWord(
  text: string,
  at: Place,
  written: string,
  hint: string | undefined,
): Suggestion {
  const isOpen = /[:=]$/.test(written);
  const rest = text.slice(at.end).trimStart();
  const before = `${text.slice(0, at.start)}${written}${isOpen ? '' : ' '}`;
  const space = isOpen && rest !== '' ? ' ' : '';
  return { label: written, hint, text: `${before}${space}${rest}`, caret: before.length };
}

function valuesOf(
  key: string,
  { value }: FilterWord,
  requests: readonly CapturedRequestSummary[],
): string[] {
  if (key === 'has') return [...requestTraits];
  if (key === 'header' && /[=:]/.test(value)) {
    const name = value.split(/[=:]/, 1)[0]?.toLowerCase() ?? '';
    return seenIn(requests, ({ headers }) => {
      return Object.hasOwn(headers, name) ? [`${name}=${headers[name]}`] : [];
    });
  }
  const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
  return reader === undefined ? [] : seenIn(requests, reader);
}

const readers: Readonly<Record<string, (request: CapturedRequestSummary) => string[]>> = {
  method: ({ method }) => [method.toLowerCase()],
  path: ({ path }) => (path === undefined ? [] : [path]),
  query: ({ queryParams }) =>
    Object.entries(queryParams).map(([name, value]) => `${name}=${value}`),
  header: ({ headers }) => Object.keys(headers),
  type: ({ contentType }) => (contentType === undefined ? [] : [mediaTypeOf(contentType)]),
  ip: ({ ipAddress }) => [ipAddress],
};

function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim() ?? '';
}

/** The values of the captured requests, the most frequent first. Long values are left out. */
function seenIn(
  requests: readonly CapturedRequestSummary[],
  read: (request: CapturedRequestSummary) => string[],
): string[] {
  const counts = new Map<string, number>();
  for (const request of requests.slice(0, mostRequests)) {
    for (const value of read(request)) {
      if (value.length <= 100) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
}
