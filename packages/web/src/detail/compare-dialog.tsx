import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import type { CapturedRequestSummary } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LabelText } from '../labels/label-text.tsx';
import { useKnownLabels, useLabel } from '../labels/use-labels.ts';
import { addressWords, senderWords } from '../list/row-words.ts';
import { earlierQuery } from '../request/request-queries.ts';
import { ShownText } from '../request/shown-text.tsx';
import { Button } from '../ui/button.tsx';
import { formatAge, formatBytes, plural } from '../ui/format.ts';
import { SearchIcon } from '../ui/icons.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { MethodBadge } from '../ui/method-badge.tsx';
import { useCloseWhenCovered } from '../ui/page-cover.ts';
import {
  type CompareGroup,
  compareAddress,
  compareChoices,
  idIn,
  type OfferedRequests,
} from './compare-choices.ts';

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
    <Dialog.Root onOpenChange={(isOpen) => !isOpen && onClose()} open>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/45%)]" />
        <Dialog.Popup
          aria-label={`Compare #${summary.id} with another request`}
          className="fixed top-2 left-1/2 z-40 flex max-h-[calc(100dvh-1rem)] tall:top-[12dvh] tall:max-h-[70dvh] w-[calc(100vw-1.5rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-xl outline-none"
        >
          <Autocomplete.Root
            autoHighlight="always"
            filter={null}
            inline
            items={groups}
            itemToStringValue={({ id: listedId }: CapturedRequestSummary) => `#${listedId}`}
            keepHighlight
            onValueChange={(value, { reason }) => reason !== 'item-press' && setTyped(value)}
            open
            value={typed}
          >
            <div className="flex items-center gap-2 border-b border-line px-3">
              <SearchIcon className="size-4 text-muted" />
              <Autocomplete.Input
                aria-label="Search for a request"
                className="h-12 min-w-0 grow bg-transparent text-base outline-none"
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || !isUnlisted) return;
                  // Else the highlighted request would be chosen as well.
                  event.preventBaseUIHandler();
                  choose(id);
                }}
                placeholder={`Compare #${summary.id} with…`}
              />
              <Kbd>Esc</Kbd>
            </div>
            <div className="min-h-0 overflow-y-auto p-1.5">
              {offered.filter !== '' && (
                <p className="px-2 pt-1 text-xs text-muted">
                  Only requests that match the list's search are offered.
                </p>
              )}
              <Autocomplete.List>
                {(group: CompareGroup) => (
                  <Group group={group} key={group.label} onChoose={choose} />
                )}
              </Autocomplete.List>
              {isUnlisted && (
                <Button className="m-1" onClick={() => choose(id)} tone="quiet">
                  Compare with #{id}
                </Button>
              )}
              <ChoicesEnd
                hiddenCount={hiddenCount}
                isEmpty={groups.length === 0}
                offered={offered}
              />
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
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

function Group({ group, onChoose }: { group: CompareGroup; onChoose: (id: number) => void }) {
  return (
    <Autocomplete.Group items={group.items}>
      <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs text-muted">
        {group.label}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(request: CapturedRequestSummary) => (
          <Autocomplete.Item
            className="cursor-default rounded-md px-2 py-1.5 outline-none select-none data-highlighted:bg-raised"
            key={request.id}
            onClick={() => onChoose(request.id)}
            value={request}
          >
            <Choice request={request} />
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
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
