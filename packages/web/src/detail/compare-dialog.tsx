import type { CapturedRequestSummary } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LabelText, type RequestLabel } from '../labels/request-labels.tsx';
import { useKnownLabels, useLabel } from '../labels/use-labels.ts';
import { addressWords, senderWords } from '../request/request-parts.ts';
import { earlierQuery } from '../request/request-queries.ts';
import { ShownText } from '../request/shown-text.tsx';
import { MethodBadge } from '../ui/badge.tsx';
import { Button } from '../ui/controls.tsx';
import { formatAge, formatBytes, plural } from '../ui/format.ts';
import { useCloseWhenCovered } from '../ui/open-dialogs.ts';
import { SearchDialog } from '../ui/search-dialog.tsx';

interface CompareDialogProps {
  summary: CapturedRequestSummary;
  token: string | undefined;
  offered: OfferedRequests;
  onClose: () => void;
}

/** The choice of another request, with a search of its own. */
export function CompareDialog({ summary, token, offered, onClose }: CompareDialogProps) {
  const [typed, setTyped] = useState('');
  useCloseWhenCovered(onClose);
  const navigate = useNavigate();
  const requests = useOfferedRequests(summary, token, offered);
  const labelOf = useKnownLabels();
  const { groups, hiddenCount } = compareChoices(summary, requests, typed, labelOf);
  const choose = (id: number) => {
    onClose();
    void navigate(compareAddress(id, summary.id));
  };
  const id = idIn(typed, summary.id);
  const isUnlisted = id !== undefined && !requests.some((request) => request.id === id);
  return (
    <SearchDialog
      above={
        offered.filter !== '' && (
          <p className="px-2 pt-1 text-xs text-muted">
            Only requests that match the list's search are offered.
          </p>
        )
      }
      below={
        <>
          {isUnlisted && (
            <Button className="m-1" onClick={() => choose(id)} tone="quiet">
              Compare with #{id}
            </Button>
          )}
          <ChoicesEnd hiddenCount={hiddenCount} isEmpty={groups.length === 0} offered={offered} />
        </>
      }
      groups={groups}
      input={{
        'aria-label': 'Search for a request',
        placeholder: `Compare #${summary.id} with…`,
        onKeyDown: (event) => {
          if (event.key !== 'Enter' || !isUnlisted) return;
          // Else the highlighted request would be chosen as well.
          event.preventBaseUIHandler();
          choose(id);
        },
      }}
      keyOf={(request) => request.id}
      label={`Compare #${summary.id} with another request`}
      onChoose={(request) => choose(request.id)}
      onClose={onClose}
      row={(request) => <Choice request={request} />}
      rowClass="py-1.5"
      search={{
        filter: null,
        onValueChange: (value, { reason }) => reason !== 'item-press' && setTyped(value),
        value: typed,
      }}
      textOf={(request) => `#${request.id}`}
    />
  );
}

/** The requests of the list. If it does not reach back so far, the previous ones of the endpoint are offered as well. */
function useOfferedRequests(
  { id }: CapturedRequestSummary,
  token: string | undefined,
  { items, filter }: OfferedRequests,
): readonly CapturedRequestSummary[] {
  const reachesBack = items.some((item) => item.id < id);
  const isWanted = token !== undefined && filter === '' && !reachesBack;
  const earlier = useQuery({ ...earlierQuery(id, token ?? ''), enabled: isWanted });
  return isWanted ? [...items, ...(earlier.data ?? [])] : items;
}

function Choice({ request }: { request: CapturedRequestSummary }) {
  const { path, query } = addressWords(request);
  const { id, method, receivedAt, bodySize } = request;
  const label = useLabel(request);
  const facts = [`#${id}`, formatBytes(bodySize), senderWords(request)].filter(Boolean);
  return (
    <>
      <span className="flex items-baseline gap-2">
        <MethodBadge className="max-w-24 shrink-0" method={method} />
        <span className="min-w-0 grow truncate font-mono text-[0.8125rem]">
          <ShownText text={path} />
          <span className="text-muted">
            <ShownText text={query} />
          </span>
        </span>
        <time className="shrink-0 text-xs text-muted" dateTime={receivedAt}>
          {formatAge(receivedAt, Date.now())}
        </time>
      </span>
      <span className="block truncate text-xs text-muted tabular-nums">
        {facts.join(' · ')}
        {(label.event ?? label.sender) !== undefined && ' · '}
        <LabelText label={label} />
      </span>
    </>
  );
}

interface ChoicesEndProps {
  hiddenCount: number;
  isEmpty: boolean;
  offered: OfferedRequests;
}

function ChoicesEnd({ hiddenCount, isEmpty, offered }: ChoicesEndProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 p-2 text-xs text-muted empty:hidden">
      {isEmpty && <p role="status">No request matches.</p>}
      {hiddenCount > 0 && <p>{plural(hiddenCount, 'more request')}. Type to find them.</p>}
      {!offered.isComplete && (
        <Button onClick={offered.onMore} size="small">
          Load older requests
        </Button>
      )}
    </div>
  );
}

/** The captured requests that a request can be compared with. */
export interface OfferedRequests {
  /** Those that the list shows, newest first. */
  items: readonly CapturedRequestSummary[];
  isComplete: boolean;
  /** The filter that they match, as typed. */
  filter: string;
  onMore: () => void;
}

/** More rows than these help nobody to choose. */
const mostOfGroup = 60;

/**
 * The requests to choose from: first those of the same event, or of the same path where no event is known. The most
 * alike come first, and of these the nearest, so that the first choice is the previous request of its kind.
 * `hiddenCount` further ones are left out.
 * @param typed a part of the method, path, query, sender, event or id
 * @param labelOf tells the sender and the event of a request, as far as they are known
 */
function compareChoices(
  current: CapturedRequestSummary,
  requests: readonly CapturedRequestSummary[],
  typed: string,
  labelOf: LabelOf = () => ({}),
) {
  const wanted = typed.trim().toLowerCase();
  const found = requests.filter(
    (request) =>
      request.id !== current.id && searchedText(request, labelOf(request)).includes(wanted),
  );
  const event = eventIn(labelOf(current));
  const likeness = (request: CapturedRequestSummary) => likenessOf(request, current, labelOf);
  const ranked = found
    .map((request) => ({ request, likeness: likeness(request) }))
    .sort((a, b) => b.likeness - a.likeness || distance(a.request) - distance(b.request));
  function distance({ id }: CapturedRequestSummary): number {
    return Math.abs(id - current.id);
  }
  const group = (isSame: boolean, isEarlier: boolean) =>
    ranked
      .filter(({ likeness: of }) => of >= (event === undefined ? samePath : sameEvent) === isSame)
      .map(({ request }) => request)
      .filter(({ id }) => id < current.id === isEarlier);
  const [same, others] =
    event === undefined ? ['Same path', 'Other paths'] : ['Same event', 'Other events'];
  const groups = [
    { label: `${same}, earlier`, items: group(true, true) },
    { label: `${same}, later`, items: group(true, false) },
    { label: `${others}, earlier`, items: group(false, true) },
    { label: `${others}, later`, items: group(false, false) },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ label, items }) => ({ label, items: items.slice(0, mostOfGroup) }));
  const shownCount = groups.reduce((sum, { items }) => sum + items.length, 0);
  return { groups, hiddenCount: found.length - shownCount };
}

type LabelOf = (request: CapturedRequestSummary) => RequestLabel;

/** The weights of things that two requests have in common, the weightiest first: one outweighs all after it. */
const sameEvent = 8;
const samePath = 4;
const sameSender = 2;
const sameMethod = 1;

/** The sum of what they have in common. Requests of other endpoints share nothing but words. */
function likenessOf(
  one: CapturedRequestSummary,
  other: CapturedRequestSummary,
  labelOf: LabelOf,
): number {
  if (one.endpointId !== other.endpointId) return 0;
  const [label, otherLabel] = [labelOf(one), labelOf(other)];
  const event = eventIn(label);
  const isSameSender = label.sender !== undefined && label.sender === otherLabel.sender;
  return (
    (event !== undefined && event === eventIn(otherLabel) ? sameEvent : 0) +
    ((one.path ?? '') === (other.path ?? '') ? samePath : 0) +
    (isSameSender ? sameSender : 0) +
    (one.method === other.method ? sameMethod : 0)
  );
}

function eventIn({ event, detail = '' }: RequestLabel): string | undefined {
  return event === undefined ? undefined : event + detail;
}

function searchedText(request: CapturedRequestSummary, label: RequestLabel): string {
  const { path, query } = addressWords(request);
  const { method, id } = request;
  const labelWords = `${label.sender ?? ''} ${eventIn(label) ?? ''}`;
  return `${method} ${path}${query} ${senderWords(request)} ${labelWords} #${id}`.toLowerCase();
}

/** The id in a text such as `#12` or `12`, if it is of another request. */
function idIn(typed: string, currentId: number): number | undefined {
  const id = Number(/^\s*#?([1-9]\d{0,14})\s*$/.exec(typed)?.[1]);
  return Number.isNaN(id) || id === currentId ? undefined : id;
}

/** The order of two requests in the address of their comparison: A is the earlier one. */
function compareAddress(one: number, other: number) {
  const params = { a: String(Math.min(one, other)), b: String(Math.max(one, other)) };
  return { to: '/compare/$a/$b', params } as const;
}
