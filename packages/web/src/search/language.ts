import type { CapturedRequestSummary } from '@hookwell/client';
import { isRead, readBodies } from '../labels/label-reader.ts';
import { wireQuery } from '../request/request-queries.ts';
import { client, queryClient } from '../service/client.ts';
import { endpointsNow } from '../session/session.ts';
import { type JsonEntry, jsonEntries } from './seen-values.ts';

/** The parts of the search that a page without a filter does not need. They are loaded when a filter is first used. */
export { knownEvent } from '../labels/use-labels.ts';
export { filterToPaste, readFilter, withTerm } from './filter-text.ts';
export { FilterMarks, FilterProblems, TimeChips } from './filter-words.tsx';
export { RequestSearch } from './request-search.ts';
export { SuggestionList } from './suggestion-list.tsx';
export { forgetSearch, keepSearch, recentSearches, suggest } from './suggestions.ts';

/** So many of the newest requests are read for suggestions, and so many bytes of their bodies: more would hold up the page. */
const mostRead = 100;
const mostBytes = 256 * 1024;

/**
 * Reads the names and values in the bodies of the open request and of the newest, and the headers of the open one: summaries
 * have no X- headers.
 * @throws {HookwellError} if the service does not answer
 */
export async function readSuggested(
  newest: readonly CapturedRequestSummary[],
  open: CapturedRequestSummary | undefined,
): Promise<{ json: JsonEntry[]; headers: Record<string, string> }> {
  const [texts, wire] = await Promise.all([
    bodiesOf(withinBytes([...(open ? [open] : []), ...newest.slice(0, mostRead)])),
    open && queryClient.fetchQuery(wireQuery(open.id)),
  ]);
  const sent = (wire?.headers ?? []).map(([name, value]) => [name.toLowerCase(), value]);
  return { json: jsonEntries(texts), headers: Object.fromEntries(sent) };
}

function withinBytes(requests: readonly CapturedRequestSummary[]): CapturedRequestSummary[] {
  const taken = new Map<number, CapturedRequestSummary>();
  let bytes = 0;
  for (const request of requests.filter(isRead)) {
    bytes += request.bodySize;
    if (bytes > mostBytes) break;
    taken.set(request.id, request);
  }
  return [...taken.values()];
}

/** The bodies in one call, which lists them from new to old. */
async function bodiesOf(requests: readonly CapturedRequestSummary[]): Promise<string[]> {
  const ids = requests.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [endpoint, ...others] = new Set(requests.map(({ endpointId }) => endpointId));
  const token = endpointsNow().find(({ id }) => id === endpoint)?.token;
  const list = { endpoint: others.length === 0 ? token : undefined, match: '' };
  const range = { before: Math.max(...ids) + 1, after: Math.min(...ids) - 1, limit: ids.length };
  return [...(await readBodies(client, list, range)).texts.values()];
}
