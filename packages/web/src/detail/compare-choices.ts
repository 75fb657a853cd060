import type { CapturedRequestSummary } from '@hookwell/client';
import { addressWords, senderWords } from '../list/row-words.ts';

/** The captured requests that a request can be compared with. */
export interface OfferedRequests {
  /** Those that the list shows, newest first. */
  items: readonly CapturedRequestSummary[];
  /** Whether these are all. */
  isComplete: boolean;
  /** The filter that they match, as typed. */
  filter: string;
  /** Asks for more of them. */
  onMore: () => void;
}

export interface CompareGroup {
  label: string;
  items: CapturedRequestSummary[];
}

export interface CompareChoices {
  groups: CompareGroup[];
  /** The number of further requests that match the text. They are left out. */
  hiddenCount: number;
}

/** More rows than these help nobody to choose. */
const mostOfGroup = 60;

/**
 * The requests to choose from: first those with the same path, and the nearest ones first, so that the first choice is
 * the previous request of its kind.
 * @param typed a part of the method, path, query, sender or id
 */
export function compareChoices(
  current: CapturedRequestSummary,
  requests: readonly CapturedRequestSummary[],
  typed: string,
): CompareChoices {
  const wanted = typed.trim().toLowerCase();
  const found = requests.filter(
    (request) => request.id !== current.id && searchedText(request).includes(wanted),
  );
  const earlier = found.filter(({ id }) => id < current.id).sort((a, b) => b.id - a.id);
  const later = found.filter(({ id }) => id > current.id).sort((a, b) => a.id - b.id);
  const isSame = (request: CapturedRequestSummary) => hasSamePath(request, current);
  const isOther = (request: CapturedRequestSummary) => !isSame(request);
  const groups = [
    { label: 'Same path, earlier', items: earlier.filter(isSame) },
    { label: 'Same path, later', items: later.filter(isSame) },
    { label: 'Other paths, earlier', items: earlier.filter(isOther) },
    { label: 'Other paths, later', items: later.filter(isOther) },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ label, items }) => ({ label, items: items.slice(0, mostOfGroup) }));
  const shownCount = groups.reduce((sum, { items }) => sum + items.length, 0);
  return { groups, hiddenCount: found.length - shownCount };
}

function hasSamePath(one: CapturedRequestSummary, other: CapturedRequestSummary): boolean {
  return one.endpointId === other.endpointId && (one.path ?? '') === (other.path ?? '');
}

function searchedText(request: CapturedRequestSummary): string {
  const { path, query } = addressWords(request);
  const { method, id } = request;
  return `${method} ${path}${query} ${senderWords(request)} #${id}`.toLowerCase();
}

/** The id in a text such as `#12` or `12`, if it is of another request. */
export function idIn(typed: string, currentId: number): number | undefined {
  const id = Number(/^\s*#?([1-9]\d{0,14})\s*$/.exec(typed)?.[1]);
  return Number.isNaN(id) || id === currentId ? undefined : id;
}

/** The order of two requests in the address of their comparison: A is the earlier one. */
export function compareAddress(one: number, other: number) {
  const params = { a: String(Math.min(one, other)), b: String(Math.max(one, other)) };
  return { to: '/compare/$a/$b', params } as const;
}
