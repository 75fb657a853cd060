import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIsRemoved } from '../log/use-request-log.ts';
import { useShortcut } from '../page/shortcuts.ts';
import { LoadFailure, NotStored } from '../request/load-failure.tsx';
import { summaryQuery, wireQuery } from '../request/request-queries.ts';
import { LinesSkeleton } from '../request/skeletons.tsx';
import { queryIn } from '../request/target.ts';
import { formatCount } from '../ui/format.ts';
import { Tabs } from '../ui/tabs.tsx';
import { BodyTab } from './body/body-tab.tsx';
import { nameValuePairs } from './body/name-value-pairs.ts';
import { HeadersTab } from './headers-tab.tsx';
import { QueryTab } from './query-tab.tsx';
import { RequestHead } from './request-head.tsx';
import { type RequestTab, tabBeside } from './request-tab.ts';

export interface RequestViewProps {
  id: number;
  /** What the list knows of it; asked for where the list does not have it. */
  summary?: CapturedRequestSummary | undefined;
  tab: RequestTab;
  onTab: (tab: RequestTab) => void;
}

export function RequestView({ id, summary, tab, onTab }: RequestViewProps) {
  const wire = useQuery(wireQuery(id));
  const asked = useQuery({ ...summaryQuery(id), enabled: summary === undefined });
  const known = summary ?? asked.data;
  const isRemoved = useIsRemoved(id, known?.endpointId);
  useTabKeys(tab, onTab);
  if (isRemoved) return <NotStored />;
  const error = wire.error ?? (known === undefined ? asked.error : null);
  if (error !== null) {
    const retry = () => {
      if (wire.isError) void wire.refetch();
      if (asked.isError) void asked.refetch();
    };
    return <LoadFailure error={error} onRetry={retry} />;
  }
  if (known === undefined) return <LinesSkeleton />;
  return (
    <article aria-label={`Request ${id}`} className="flex min-h-0 grow flex-col bg-surface">
      <RequestHead summary={known} wire={wire.data} />
      <Tabs
        chosen={tab}
        className="grow"
        label="Parts of the request"
        onChoose={onTab}
        panelClassName="overflow-hidden"
        tabs={tabsOf(id, wire.data)}
      />
    </article>
  );
}

function useTabKeys(tab: RequestTab, onTab: (tab: RequestTab) => void): void {
  const group = 'Request';
  useShortcut('[', () => onTab(tabBeside(tab, -1)), { label: 'Tab before', group });
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
