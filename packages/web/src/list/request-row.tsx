import type { CapturedRequestSummary } from '@hookwell/client';
import { type MouseEvent, memo, useState } from 'react';
import { formatBytes } from '../ui/format.ts';
import { MethodBadge } from '../ui/method-badge.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { addressWords, senderWords, typeWords } from './row-words.ts';

/** The height of every row, in pixels. */
export const rowHeight = 56;

export interface RequestRowProps {
  request: CapturedRequestSummary;
  isSelected: boolean;
  isUnread: boolean;
  /** Whether the tab key stops at this row. */
  isTabStop: boolean;
  /** The name of its endpoint, in a list of several endpoints. */
  endpointName: string | undefined;
  hrefOf: (id: number) => string;
  onOpen: (id: number, isByKeyboard: boolean) => void;
  /** Whether the request has just arrived. Asked once. */
  wasJustAdded: (id: number) => boolean;
}

/** One captured request in the list, as a link to its details. */
export const RequestRow = memo(function RequestRow(props: RequestRowProps) {
  const { request, isSelected, isUnread, isTabStop, endpointName } = props;
  const { id, method, bodySize, receivedAt } = request;
  const [isNew] = useState(() => props.wasJustAdded(id));
  const { path, query } = addressWords(request);
  return (
    <a
      aria-current={isSelected ? 'true' : undefined}
      className={`relative flex h-full flex-col justify-center gap-0.5 border-b border-line pr-3 pl-5 outline-offset-[-2px] ${isSelected ? 'bg-accent-soft' : 'bg-surface hover:bg-raised'} ${isNew ? 'animate-arrive' : ''}`}
      data-request={id}
      draggable={false}
      href={props.hrefOf(id)}
      onClick={(event) => {
        if (isForBrowser(event)) return;
        event.preventDefault();
        props.onOpen(id, event.detail === 0);
      }}
      tabIndex={isTabStop ? 0 : -1}
    >
      {isSelected && <span className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      {isUnread && (
        <span className="absolute top-1/2 left-1.5 size-2 -translate-y-1/2 rounded-full bg-accent">
          <span className="sr-only">Unread</span>
        </span>
      )}
      <span className="flex items-baseline gap-2">
        <MethodBadge className="w-13 shrink-0" method={method} />
        <span className="min-w-0 grow truncate font-mono text-[0.8125rem]">
          {path}
          {query !== '' && <span className="text-muted">{query}</span>}
        </span>
        <RelativeTime className="shrink-0 text-xs text-muted" at={receivedAt} />
      </span>
      <span className="flex items-baseline gap-2 text-xs text-muted">
        <span className="w-13 shrink-0 truncate">{bodySize > 0 && formatBytes(bodySize)}</span>
        <span className="min-w-0 grow truncate">{typeWords(request)}</span>
        <span className="max-w-[45%] shrink-0 truncate">
          {endpointName ?? senderWords(request)}
        </span>
      </span>
    </a>
  );
});

/** Whether the click is the browser's: for another tab, another window or a download. */
function isForBrowser({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
}
