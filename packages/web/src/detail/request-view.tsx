import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import { textOfBytes } from '@hookwell/core/match';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useEndpointById } from '../endpoints/endpoints.ts';
import type { RequestTab } from '../list/request-address.ts';
import { indexOfId } from '../log/newest-first.ts';
import { useIsRemoved } from '../log/use-request-log.ts';
import { useMediaQuery } from '../page/media-query.ts';
import { useShortcut } from '../page/shortcuts.ts';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { LoadFailure, NotStored } from '../request/load-failure.tsx';
import { queryIn } from '../request/request-parts.ts';
import { ShownText } from '../request/shown-text.tsx';
import { useRequest } from '../request/use-request.ts';
import { type Narrow, useLanguage } from '../search/use-language.ts';
import { client } from '../service/client.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/controls.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatCount, plural } from '../ui/format.ts';
import { Tabs } from '../ui/tabs.tsx';
import { BodyTab } from './body/body-tab.tsx';
import { nameValuePairs } from './body/name-value-pairs.ts';
import type { OfferedRequests } from './compare-dialog.tsx';
import { HeadersTab } from './headers-tab.tsx';
import type { JsonDifference } from './json/json-path.ts';
import { RequestHead } from './request-head.tsx';
import { PairsTable } from './text/pairs-table.tsx';
import { FoundTexts, useFoundIn } from './text/searched-text.tsx';

interface RequestViewProps {
  id: number;
  /** The summary, if the list has it. Otherwise it is asked for. */
  summary?: CapturedRequestSummary | undefined;
  tab: RequestTab;
  onTab: (tab: RequestTab) => void;
  offered: OfferedRequests;
  onNarrow: Narrow;
  onClearSearch: () => void;
}

/** 1600 pixels at the usual size of text. */
const widePage = '(min-width: 100rem)';

export function RequestView(props: RequestViewProps) {
  const { id, summary: listed, tab, onTab, offered, onNarrow } = props;
  const { summary, wire, error, retry } = useRequest(id, listed);
  const isRemoved = useIsRemoved(id, summary?.endpointId);
  const token = useEndpointById(summary?.endpointId ?? 0)?.token;
  const isWide = useMediaQuery(widePage);
  useTabKeys(tab, onTab);
  const texts = useTextsOf(offered.filter);
  if (isRemoved) return <NotStored />;
  if (error !== null) return <LoadFailure error={error} onRetry={retry} />;
  if (summary === undefined) return <LinesSkeleton />;
  return (
    <article aria-label={`Request ${id}`} className="flex grow flex-col bg-surface">
      <NotInSearch id={id} offered={offered} onClear={props.onClearSearch} />
      <RequestHead offered={offered} onNarrow={onNarrow} summary={summary} wire={wire} />
      <FoundTexts value={texts}>
        <Tabs
          chosen={tab}
          className="grow"
          label="Parts of the request"
          onChoose={onTab}
          panelClassName="scroll-pane overflow-hidden"
          tabs={tabsOf(
            { id, token, isWide, differences: summary.contract?.differences, onNarrow },
            wire,
          )}
        />
      </FoundTexts>
    </article>
  );
}

interface NotInSearchProps {
  id: number;
  offered: OfferedRequests;
  onClear: () => void;
}

/** Says that the open request is none of those that the search beside it finds. */
function NotInSearch({ id, offered: { filter, items }, onClear }: NotInSearchProps) {
  const language = useLanguage(filter !== '');
  const { match, isRefused } = useMemo(
    () =>
      filter === '' || language === undefined || language === 'failed'
        ? { match: '', isRefused: false }
        : language.readFilter(filter),
    [language, filter],
  );
  const isAsked = match !== '' && !isRefused && indexOfId(items, id) < 0;
  // The list may not have come so far, so the service is asked about this request alone.
  const { data: isFound = true } = useQuery({
    queryKey: ['in-search', id, match],
    queryFn: async ({ signal }) => {
      const only = { before: id + 1, after: id - 1, limit: 1, isOneCall: true } as const;
      const { items: found } = await client.requests.page({
        match,
        view: 'summary',
        signal,
        ...only,
      });
      return found.length > 0;
    },
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  });
  if (!isAsked || isFound) return null;
  return (
    <div
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft py-1 pr-2 pl-4 text-xs text-warn"
      role="status"
    >
      <p className="mr-auto">This request does not match the search.</p>
      <Button onClick={onClear} size="small" tone="quiet">
        Clear the search
      </Button>
    </div>
  );
}

const noTexts: readonly string[] = [];

/** The texts that a filter looks for, once the language is here. */
function useTextsOf(filter: string): readonly string[] {
  const language = useLanguage(filter !== '');
  return useMemo(() => {
    if (filter === '' || language === undefined || language === 'failed') return noTexts;
    return language.readFilter(filter).texts;
  }, [language, filter]);
}

const requestTabs: readonly RequestTab[] = ['body', 'headers', 'query'];

/** Keys for the tab before or after this one, in a ring. */
function useTabKeys(tab: RequestTab, onTab: (tab: RequestTab) => void): void {
  const group = 'Request';
  const go = (step: number) => {
    const beside = requestTabs.at((requestTabs.indexOf(tab) + step) % requestTabs.length);
    if (beside !== undefined) onTab(beside);
  };
  useShortcut('[', () => go(-1), { label: 'Previous tab', group });
  useShortcut(']', () => go(1), { label: 'Next tab', group });
}

interface Shown {
  id: number;
  /** Of its endpoint; missing if that is gone. */
  token: string | undefined;
  isWide: boolean;
  /** What is wrong with its JSON by the contract of its endpoint. */
  differences: readonly JsonDifference[] | undefined;
  onNarrow: Narrow;
}

function tabsOf(shown: Shown, wire: CapturedRequestWire | undefined) {
  const { id, token, differences, onNarrow } = shown;
  const content = (of: (wire: CapturedRequestWire) => ReactNode) => {
    return wire === undefined ? <LinesSkeleton /> : of(wire);
  };
  const parameters = wire && nameValuePairs(queryIn(wire.target) ?? '');
  return [
    {
      name: 'body' as const,
      label: 'Body',
      content: content((sent) =>
        shown.isWide ? (
          <WideBody {...shown} wire={sent} />
        ) : (
          <BodyTab differences={differences} id={id} onNarrow={onNarrow} wire={sent} />
        ),
      ),
    },
    {
      name: 'headers' as const,
      label: (
        <>
          <Counted count={wire?.headers.length}>Headers</Counted>
          {wire !== undefined && wire.droppedHeaders > 0 && (
            <Badge tone="warn">
              {formatCount(wire.droppedHeaders)}
              <span className="sr-only">&nbsp;X- headers</span>&nbsp;dropped
            </Badge>
          )}
          <FoundMark texts={wire?.headers.flat().map(textOfBytes) ?? []} />
        </>
      ),
      content: content((sent) => <HeadersTab token={token} wire={sent} />),
    },
    {
      name: 'query' as const,
      label: (
        <>
          <Counted count={parameters?.pairs.length} isMore={parameters?.isComplete === false}>
            Query
          </Counted>
          <FoundMark texts={parameters?.pairs.flatMap(({ name, value }) => [name, value]) ?? []} />
        </>
      ),
      content: content((sent) => <QueryTab wire={sent} />),
    },
  ];
}

/** On a wide page, the headers stand beside the body. */
function WideBody({
  id,
  token,
  differences,
  onNarrow,
  wire,
}: Shown & { wire: CapturedRequestWire }) {
  return (
    <div className="flex h-full min-h-0">
      <div className="min-w-0 grow">
        <BodyTab differences={differences} id={id} onNarrow={onNarrow} wire={wire} />
      </div>
      <section aria-label="Headers" className="w-[36%] max-w-3xl shrink-0 border-l border-line">
        <HeadersTab token={token} wire={wire} />
      </section>
    </div>
  );
}

interface CountedProps {
  count: number | undefined;
  /** Whether there are more than were counted. */
  isMore?: boolean;
  children: string;
}

/** Says that what the search looked for is in this part of the request. */
function FoundMark({ texts }: { texts: readonly string[] }) {
  const found = useFoundIn(texts.join('\n'));
  return (
    found !== '' && <mark className="rounded-sm bg-warn-soft px-1 text-xs text-warn">found</mark>
  );
}

function Counted({ count, isMore = false, children }: CountedProps) {
  return (
    <>
      {children}
      {count !== undefined && count > 0 && (
        <span className="text-xs font-normal text-muted tabular-nums">
          {formatCount(count)}
          {isMore && '+'}
        </span>
      )}
    </>
  );
}

/** The query of the address: decoded, and as sent. */
function QueryTab({ wire }: { wire: CapturedRequestWire }) {
  const query = queryIn(textOfBytes(wire.target));
  if (query === undefined || query === '') {
    return <p className="p-4 text-muted">The URL has no query.</p>;
  }
  const { pairs, isComplete } = nameValuePairs(query);
  return (
    <div className="h-full overflow-auto">
      <div className="flex items-center justify-between border-b border-line py-1 pr-2 pl-4 text-xs text-muted">
        {plural(pairs.length, 'parameter')}, decoded{isComplete ? '' : '; there are more'}
        <CopyButton label="the query as sent" size="small" text={query}>
          As sent
        </CopyButton>
      </div>
      <PairsTable caption="Parameters, decoded" pairs={pairs} />
      <h3 className="px-4 pt-3 pb-1 text-xs font-medium text-muted">As sent</h3>
      <p className="px-4 pb-4 font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap">
        <ShownText text={query} />
      </p>
    </div>
  );
}
