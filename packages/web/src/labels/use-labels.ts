import type { CapturedRequestSummary } from '@hookwell/client';
import type { BodyStart } from '@hookwell/core/senders';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { feed } from '../live/feed.ts';
import { client } from '../service/client.ts';
import { endpointsNow } from '../session/session.ts';
import { useScheme } from '../signatures/schemes.ts';
import { LabelReader, type ListedIn, readBodies } from './label-reader.ts';
import { type RequestLabel, RequestLabels } from './request-labels.tsx';

const labels = new RequestLabels(() => import('./describing.ts'));
const reader = new LabelReader(
  labels,
  async (list, range) => {
    // After a log-out, the rows of the session before stand for a moment longer.
    const isGone =
      list.endpoint !== undefined && !endpointsNow().some(({ token }) => token === list.endpoint);
    return isGone ? { texts: new Map(), downTo: range.before } : readBodies(client, list, range);
  },
  () => document.hidden,
);
feed.onRestart(() => labels.forget());
document.addEventListener('visibilitychange', () => reader.wake());

/** The label of a captured request; empty as long as nothing is known. */
export function useLabel(request: CapturedRequestSummary): RequestLabel {
  const get = useCallback(() => labels.get(request), [request]);
  const label = useSyncExternalStore(labels.subscribe, get);
  const sender = useSignedSender(label.sender === undefined ? request.signature : undefined);
  return sender === undefined ? label : { ...label, sender };
}

/** A right signature tells the sender, if its scheme has only one. */
function useSignedSender(signature: CapturedRequestSummary['signature']): string | undefined {
  const scheme = useScheme(signature?.verdict === 'valid' ? signature.scheme : undefined);
  return scheme?.senders.length === 1 ? scheme.senders[0] : undefined;
}

/** The known senders and events of captured requests; another function once more is known. */
export function useKnownLabels(): (request: CapturedRequestSummary) => RequestLabel {
  useLabelTable();
  return useSyncExternalStore(labels.subscribe, () => labels.lookUp);
}

/** The event of a captured request as far as it is known. */
export function knownEvent(request: CapturedRequestSummary): string | undefined {
  return request.event ?? labels.get(request).event;
}

const mostSenders = 50;

/** The senders of the first requests of a list, as far as they are known. */
export function useKnownSenders(
  requests: readonly CapturedRequestSummary[],
): readonly (string | undefined)[] {
  // The same text as long as the same is known.
  const get = useCallback(
    () =>
      JSON.stringify(
        requests.slice(0, mostSenders).map((request) => labels.get(request).sender ?? null),
      ),
    [requests],
  );
  const known = useSyncExternalStore(labels.subscribe, get);
  return useMemo(
    () => (JSON.parse(known) as (string | null)[]).map((sender) => sender ?? undefined),
    [known],
  );
}

/** Whether the body of a captured request may tell more than its label does. */
export function useIsLabelOpen(request: CapturedRequestSummary): boolean {
  const get = useCallback(() => labels.isOpen(request), [request]);
  return useSyncExternalStore(labels.subscribe, get);
}

/** Takes the body of a captured request, or the beginning of it, once it is here for another reason. */
export function useBodyForLabel(
  request: CapturedRequestSummary,
  body: BodyStart | undefined,
  isLoaded: boolean,
): void {
  const isOpen = useIsLabelOpen(request);
  useEffect(() => {
    if (isLoaded && isOpen) labels.learn([[request, body]]);
  }, [request, body, isLoaded, isOpen]);
}

/** Loads the table of senders. Without it, requests have no labels. */
export function useLabelTable(): void {
  useEffect(() => void labels.load().catch(() => {}), []);
}

/** Completes the labels of the rows on the screen, which are neighbours in their list. */
export function useLabelsOf(rows: readonly CapturedRequestSummary[], list: ListedIn): void {
  useLabelTable();
  useEffect(() => {
    reader.show(rows, list);
    const stop = labels.subscribe(() => reader.show(rows, list));
    return stop;
  }, [rows, list]);
  useEffect(() => () => reader.show([], { endpoint: undefined, match: '' }), []);
}
