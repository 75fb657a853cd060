import { readMatch } from '@hookwell/core/match';
import { useEffect, useRef } from 'react';
import { Spinner } from '../ui/controls.tsx';
import { formatCount } from '../ui/format.ts';
import { announce } from '../ui/toasts.tsx';
import type { ShownSnapshot } from './shown-requests.ts';

const parts = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;
const moment = new Intl.DateTimeFormat(undefined, parts);
const momentWithYear = new Intl.DateTimeFormat(undefined, { ...parts, year: 'numeric' });

/** The line below the filter: how many were found, and how far back. Screen readers are told once, when the search first pauses. */
export function SearchStatus({ match, shown }: { match: string; shown: ShownSnapshot }) {
  const words = statusWords(shown, match);
  const said = isNothing(shown) ? `Nothing is found. ${words}` : words;
  const isDone = shown.isLoaded && !shown.isSearching;
  const wasTold = useRef(false);
  useEffect(() => {
    if (!isDone || wasTold.current) return;
    wasTold.current = true;
    announce(said);
  }, [isDone, said]);
  return (
    <p
      className="tabular flex min-h-6 items-center gap-1.5 pt-1 text-xs text-muted"
      data-found={match}
    >
      {shown.isSearching && shown.problem === undefined && (
        <Spinner className="size-3" label="Searching" />
      )}
      <span className="min-w-0">{words}</span>
    </p>
  );
}

/** `12 found so far, searched back to 3 Nov, 14:05`, or `12 found`. If nothing is, the list says so. */
function statusWords(shown: ShownSnapshot, match = ''): string {
  const { items, isLoaded, isComplete, hasNewer, lookedBackTo, problem } = shown;
  // The list says why.
  if (!isLoaded && problem !== undefined) return '';
  if (isNothing(shown))
    return looksForXHeader(match) ? 'X- headers are found only where the settings keep them' : '';
  const found = isLoaded ? `${formatCount(items.length)} found` : 'Searching';
  if (isComplete) return hasNewer ? `${found} from here back` : found;
  if (lookedBackTo === undefined) return found;
  return `${found} so far, searched back to ${momentWords(new Date(lookedBackTo))}`;
}

function isNothing({ isLoaded, isComplete, items, hasNewer }: ShownSnapshot): boolean {
  return isLoaded && isComplete && items.length === 0 && !hasNewer;
}

function momentWords(at: Date): string {
  const isThisYear = at.getFullYear() === new Date().getFullYear();
  return (isThisYear ? moment : momentWithYear).format(at);
}

/** Whether a match looks for a header whose name begins with X-: only endpoints that were told so keep them. */
function looksForXHeader(match: string): boolean {
  return readMatch(match).match.terms.some(({ condition, isNegated }) => {
    if (isNegated || (condition.kind !== 'field' && condition.kind !== 'has')) return false;
    const { field } = condition;
    return field?.name === 'header.NAME' && field.key.startsWith('x-');
  });
}
