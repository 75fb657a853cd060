import type { CapturedRequestSummary } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LabelText } from '../labels/request-labels.tsx';
import { useKnownLabels, useLabel } from '../labels/use-labels.ts';
import { addressWords, senderWords } from '../request/request-parts.ts';
import { earlierQuery } from '../request/request-queries.ts';
import { ShownText } from '../request/shown-text.tsx';
import { MethodBadge } from '../ui/badge.tsx';
import { Button } from '../ui/controls.tsx';
import { formatAge, formatBytes, plural } from '../ui/format.ts';
import { useCloseWhenCovered } from '../ui/open-dialogs.ts';
import { SearchDialog } from '../ui/search-dialog.tsx';
import { compareAddress, compareChoices, idIn, type OfferedRequests } from './compare-choices.ts';

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
