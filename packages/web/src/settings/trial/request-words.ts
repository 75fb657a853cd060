import type { CapturedRequestSummary } from '@hookwell/client';
import { knownEvent } from '../../labels/use-labels.ts';
import { addressWords, senderWords } from '../../list/row-words.ts';
import { shownCharacters } from '../../request/visible-text.ts';
import { formatAge } from '../../ui/format.ts';

/** A captured request in one line, for a choice: `#12 POST /orders · invoice.paid · 5m`. */
export function requestWords(request: CapturedRequestSummary): string {
  const { path, query } = addressWords(request);
  const words = [
    `#${request.id} ${request.method} ${path}${query}`,
    knownEvent(request) ?? senderWords(request),
    formatAge(request.receivedAt, Date.now()),
  ];
  return shownCharacters(words.filter(Boolean).join(' · '));
}
