import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import type { ReactNode } from 'react';
import { useIsRemoved } from '../log/use-request-log.ts';
import { useShortcut } from '../page/shortcuts.ts';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { LoadFailure, NotStored } from '../request/load-failure.tsx';
import { type RequestTab, tabBeside } from '../request/request-tab.ts';
import { queryIn } from '../request/target.ts';
import { useRequest } from '../request/use-request.ts';
import { formatCount } from '../ui/format.ts';
import { Tabs } from '../ui/tabs.tsx';
import { BodyTab } from './body/body-tab.tsx';
import { nameValuePairs } from './body/name-value-pairs.ts';
import { HeadersTab } from './headers-tab.tsx';
import { QueryTab } from './query-tab.tsx';
import { RequestHead } from './request-head.tsx';

export interface RequestViewProps {
  id: number;
  /** The summary, if the list has it. Otherwise it is asked for. */
  summary?: CapturedRequestSummary | undefined;
  tab: RequestTab;
  onTab: (tab: RequestTab) => void;
}

export function RequestView({ id, summary: listed, tab, onTab }: RequestViewProps) {
  const { summary, wire, error, retry } = useRequest(id, listed);
  const isRemoved = useIsRemoved(id, summary?.endpointId);
  useTabKeys(tab, onTab);
  if (isRemoved) return <NotStored />;
  if (error !== null) return <LoadFailure error={error} onRetry={retry} />;
  if (summary === undefined) return <LinesSkeleton />;
  return (
    <article aria-label={`Request ${id}`} className="flex min-h-0 grow flex-col bg-surface">
      <RequestHead summary={summary} wire={wire} />
      <Tabs
        chosen={tab}
        className="grow"
        label="Parts of the request"
        onChoose={onTab}
        panelClassName="overflow-hidden"
        tabs={tabsOf(id, wire)}
      />
    </article>
  );
}

function useTabKeys(tab: RequestTab, onTab: (tab: RequestTab) => void): void {
  const group = 'Request';
  useShortcut('[', () => onTab(tabBeside(tab, -1)), { label: 'Previous tab', group });
  useShortcut(']', () => onTab(tabBeside(tab, 1)), { label: 'Next tab', group });
}

function tabsOf(id: number, wire: CapturedRequestWire | undefined) {
  const content = (of: (wire: CapturedRequestWire) => ReactNode) => {
    return wire === undefined ? <LinesSkeleton /> : of(wire);
  };
  const parameters = wire && nameValuePairs(queryIn(wire.target) ?? '').pairs.length;
  return [
    {
      name: 'body' as const,
      label: 'Body',
      content: content((sent) => <BodyTab id={id} wire={sent} />),
    },
    {
      name: 'headers' as const,
      label: <Counted count={wire?.headers.length}>Headers</Counted>,
      content: content((sent) => <HeadersTab wire={sent} />),
    },
    {
      name: 'query' as const,
      label: <Counted count={parameters}>Query</Counted>,
      content: content((sent) => <QueryTab wire={sent} />),
    },
  ];
}

function Counted({ count, children }: { count: number | undefined; children: string }) {
  return (
    <>
      {children}
      {count !== undefined && count > 0 && (
        <span className="text-xs font-normal text-muted tabular-nums">{formatCount(count)}</span>
      )}
    </>
  );
}
