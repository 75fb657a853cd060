import { type CapturedRequestSummary, queryPairs } from '@hookwell/client';
import { wordsIn } from './filter-words.ts';
import { hasTrait, type RequestTrait, requestTraits } from './request-traits.ts';

/** One word of a filter, understood. All text is in lower case. */
export type FilterTerm = { isNegated: boolean } & (
  | { kind: 'text' | 'path' | 'query' | 'ip' | 'type'; text: string }
  | { kind: 'body'; text: string }
  | { kind: 'method'; method: string }
  | { kind: 'header'; name: string; text: string | undefined }
  | { kind: 'has'; trait: RequestTrait }
);

export interface Filter {
  terms: readonly FilterTerm[];
  /** A sentence about each word that makes no sense. Such words do not narrow the list. */
  problems: readonly string[];
}

export const filterKeys = [
  'method',
  'path',
  'query',
  'header',
  'body',
  'type',
  'has',
  'ip',
] as const;
type FilterKey = (typeof filterKeys)[number];

const noFilter: Filter = { terms: [], problems: [] };

/** Reads a filter as the user types it. Unfinished words such as `method:` do not narrow the list. */
export function parseFilter(text: string): Filter {
  if (text.trim() === '') return noFilter;
  const terms: FilterTerm[] = [];
  const problems: string[] = [];
  for (const { key, value, isNegated } of wordsIn(text)) {
    if (key !== undefined && isFilterKey(key)) {
      if (value === '') continue;
      const term = termOf(key, value, isNegated);
      if (typeof term === 'string') problems.push(term);
      else terms.push(term);
    } else {
      // With an unknown key, `a:b` is a text with a colon in it, such as a time.
      const written = key === undefined ? value : `${key}:${value}`;
      if (written !== '') terms.push({ kind: 'text', text: written.toLowerCase(), isNegated });
    }
  }
  return { terms, problems };
}

function isFilterKey(key: string): key is FilterKey {
  return (filterKeys as readonly string[]).includes(key);
}

function termOf(key: FilterKey, value: string, isNegated: boolean): FilterTerm | string {
  const text = value.toLowerCase();
  if (key === 'method') return { kind: key, method: text, isNegated };
  if (key === 'header') {
    const [, name = '', wanted] = /^([^=:]*)(?:[=:](.*))?$/s.exec(text) ?? [];
    return { kind: key, name, text: wanted, isNegated };
  }
  if (key === 'has') {
    const trait = requestTraits.find((known) => known === text);
    if (trait === undefined) return `has:${value} is none of ${requestTraits.join(', ')}`;
    return { kind: key, trait, isNegated };
  }
  return { kind: key, text, isNegated };
}

/** The terms that only a body can answer. */
export function bodyTermsOf({ terms }: Filter) {
  return terms.filter((term) => term.kind === 'body');
}

/**
 * Whether the summary of a captured request matches the filter. Terms about bodies are left out. Several methods are
 * alternatives; all other terms must hold.
 * @param sentQuery the query as it was sent, if it is known
 */
export function matchesSummary(
  filter: Filter,
  request: CapturedRequestSummary,
  sentQuery?: string,
): boolean {
  return matches(filter, (term) => holds(term, request, sentQuery));
}

/**
 * Whether the query as it was sent could change the result of `matchesSummary`. The summary has only the last value of
 * a repeated name, so a term such as `query:name=value` may hold for an earlier value.
 */
export function dependsOnSentQuery(filter: Filter, request: CapturedRequestSummary): boolean {
  const isOpen = (term: FilterTerm) =>
    term.kind === 'query' && !holds(term, request) && namesParameter(request, term.text);
  if (!filter.terms.some(isOpen)) return false;
  const atMost = matches(filter, (term) => isOpen(term) || holds(term, request));
  return atMost !== matchesSummary(filter, request);
}

function matches({ terms }: Filter, isTrue: (term: FilterTerm) => boolean): boolean {
  const methods = terms.filter((term) => term.kind === 'method' && !term.isNegated);
  if (methods.length > 0 && !methods.some(isTrue)) return false;
  return terms.every((term) => {
    if (term.kind === 'body' || methods.includes(term)) return true;
    return isTrue(term) !== term.isNegated;
  });
}

/** Whether the text of a body matches all terms about bodies. */
export function matchesBody(filter: Filter, body: string): boolean {
  const text = body.toLowerCase();
  return bodyTermsOf(filter).every((term) => text.includes(term.text) !== term.isNegated);
}

function holds(term: FilterTerm, request: CapturedRequestSummary, sentQuery?: string): boolean {
  switch (term.kind) {
    case 'text':
      return holdsAnywhere(term.text, request);
    case 'method':
      return request.method.toLowerCase() === term.method;
    case 'path':
      return has(request.path, term.text);
    case 'query':
      return hasQuery(request, term.text) || isInQuery(sentQuery, term.text);
    case 'ip':
      return has(request.ipAddress, term.text);
    case 'type':
      return has(request.contentType, term.text);
    case 'header':
      return hasHeader(request, term.name, term.text);
    case 'has':
      return hasTrait(term.trait, request);
    case 'body':
      return true;
  }
}

function holdsAnywhere(text: string, request: CapturedRequestSummary): boolean {
  return (
    has(request.method, text) ||
    has(request.path, text) ||
    has(request.ipAddress, text) ||
    hasQuery(request, text) ||
    Object.values(request.headers).some((value) => has(value, text))
  );
}

function hasQuery({ queryParams }: CapturedRequestSummary, text: string): boolean {
  return Object.entries(queryParams).some(([name, value]) => has(`${name}=${value}`, text));
}

function isInQuery(sentQuery: string | undefined, text: string): boolean {
  if (sentQuery === undefined) return false;
  return queryPairs(`?${sentQuery}`).some(([name, value]) => has(`${name}=${value}`, text));
}

/** Whether the request has a parameter with the name before the `=`. */
function namesParameter({ queryParams }: CapturedRequestSummary, text: string): boolean {
  const name = text.split('=', 1)[0] ?? '';
  if (name === text) return false;
  return Object.keys(queryParams).some((given) => given.toLowerCase().endsWith(name));
}

function hasHeader(
  { headers }: CapturedRequestSummary,
  name: string,
  text: string | undefined,
): boolean {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return value !== undefined && (text === undefined || has(value, text));
}

/** @param part in lower case */
function has(text: string | undefined, part: string): boolean {
  return text?.toLowerCase().includes(part) ?? false;
}
