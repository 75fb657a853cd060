import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import { textOfBytes } from '@hookwell/core/match';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { keptAWhile, openedBodyQuery } from '../detail/body/body-query.ts';
import { nameValuePairs } from '../detail/body/name-value-pairs.ts';
import { RequestLabel } from '../detail/request-label.tsx';
import { useEndpointById } from '../endpoints/endpoints.ts';
import { addressOf, requestIdIn } from '../list/request-address.ts';
import { requestLogs } from '../log/use-request-log.ts';
import { useShortcut } from '../page/shortcuts.ts';
import { answerWords, attemptWords, SignatureBadge } from '../request/badges.tsx';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { LoadFailure } from '../request/load-failure.tsx';
import { queryIn, targetParts } from '../request/request-parts.ts';
import { ShownText } from '../request/shown-text.tsx';
import { useAnswered, useRequest } from '../request/use-request.ts';
import { MethodBadge } from '../ui/badge.tsx';
import { Button, Switch } from '../ui/controls.tsx';
import { formatBytes, formatCount, formatExactTime } from '../ui/format.ts';
import { SwapIcon } from '../ui/part-icons.tsx';
import { bodySummary, compareBodies, noneInEither } from './compare-bodies.ts';
import { LinesComparison } from './lines-comparison.tsx';
import {
  ChangeMark,
  ComparisonSection,
  comparePairs,
  PairsComparison,
} from './pairs-comparison.tsx';

/** Two captured requests side by side. */
export function CompareScreen() {
  const { a, b } = useParams({ strict: false });
  const left = useSide(requestIdIn(a) ?? 0);
  const right = useSide(requestIdIn(b) ?? 0);
  const failed = [left, right].find(({ error }) => error !== null);
  if (failed?.error) return <LoadFailure error={failed.error} onRetry={failed.retry} />;
  if (left.side === undefined || right.side === undefined) return <LinesSkeleton />;
  return <Comparison left={left.side} right={right.side} />;
}

function Comparison({ left, right }: { left: Side; right: Side }) {
  const [onlyChanges, setOnlyChanges] = useState(false);
  const [ignoresVolatile, setIgnoresVolatile] = useState(false);
  const swap = useSwap(left.id, right.id);
  useShortcut('s', swap, { label: 'Swap the sides', group: 'Compare' });
  const shared = { onlyChanges, ignoresVolatile };
  return (
    <div className="page-pane bg-surface">
      <div className="top-0 z-10 flex tall:sticky flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-1.5">
        <h1 className="page-title mr-auto max-sm:basis-full">Compare two requests</h1>
        <Switch isOn={onlyChanges} onChange={setOnlyChanges}>
          Only changes
        </Switch>
        <Switch
          isOn={ignoresVolatile}
          onChange={setIgnoresVolatile}
          title="Dates, signatures, ids and the order of names in JSON do not count"
        >
          Ignore order and volatile fields
        </Switch>
        <Button onClick={swap} size="small">
          <SwapIcon />
          Swap
        </Button>
      </div>
      <ComparedHeads left={left} right={right} />
      <PairsComparison
        {...shared}
        pairs={comparePairs(parametersOf(left), parametersOf(right))}
        title="Query"
      />
      <PairsComparison
        {...shared}
        pairs={comparePairs(headersOf(left), headersOf(right), (name) => name.toLowerCase())}
        title="Headers"
      />
      <BodyComparison {...shared} left={left} right={right} />
    </div>
  );
}

function useSwap(left: number, right: number) {
  const navigate = useNavigate();
  return () => {
    const params = { a: String(right), b: String(left) };
    void navigate({ to: '/compare/$a/$b', params, replace: true });
  };
}

interface BodyComparisonProps {
  left: Side;
  right: Side;
  onlyChanges: boolean;
  ignoresVolatile: boolean;
}

/** The comparison of the two bodies, line by line if they are text. */
function BodyComparison({ left, right, onlyChanges, ignoresVolatile }: BodyComparisonProps) {
  const found = useQuery(comparisonQuery(left, right, ignoresVolatile));
  const isEmpty = left.wire.bodySize === 0 && right.wire.bodySize === 0;
  return (
    <ComparisonSection
      summary={isEmpty ? noneInEither : found.data && bodySummary(found.data, ignoresVolatile)}
      title="Body"
    >
      {found.isPending && <LinesSkeleton />}
      {found.isError && <LoadFailure error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.isCut && (
        <p className="border-b border-line px-4 py-1.5 text-muted">
          The bodies are large. Only their beginnings are compared.
        </p>
      )}
      {found.data?.kind === 'bytes' && (
        <Bytes left={left} offset={found.data.offset} right={right} />
      )}
      {found.data?.kind === 'lines' && (
        <LinesComparison compared={found.data.compared} onlyChanges={onlyChanges} texts="bodies" />
      )}
    </ComparisonSection>
  );
}

function comparisonQuery(left: Side, right: Side, ignoresVolatile: boolean) {
  return queryOptions({
    queryKey: ['comparison', left.id, right.id, ignoresVolatile],
    queryFn: async ({ client: queries }) => {
      const [a, b] = await Promise.all(
        [left, right].map(({ id, wire }) => queries.fetchQuery(openedBodyQuery(id, wire, false))),
      );
      if (a === undefined || b === undefined) throw new Error('a body is missing');
      return await compareBodies(a, b, { ignoresVolatile });
    },
    ...keptAWhile,
  });
}

function Bytes({ left, right, offset }: { left: Side; right: Side; offset: number }) {
  return (
    <p className="px-4 py-3">
      At least one of the bodies is not text. A has {formatBytes(left.wire.bodySize)}, B has{' '}
      {formatBytes(right.wire.bodySize)}. The first difference is at byte {formatCount(offset)}{' '}
      (hexadecimal {offset.toString(16)}).
    </p>
  );
}

/** The method, address, time and size of both requests, each with a link to it. */
function ComparedHeads({ left, right }: { left: Side; right: Side }) {
  const isSame = left.summary.method === right.summary.method && pathOf(left) === pathOf(right);
  return (
    <div className="grid border-b border-line wide:grid-cols-2 wide:divide-x wide:divide-line max-wide:divide-y max-wide:divide-line">
      <Head isSame={isSame} letter="A" side={left} />
      <Head isSame={isSame} letter="B" side={right} />
    </div>
  );
}

function pathOf({ wire }: Side): string {
  const { receiver, path } = targetParts(wire.target);
  return receiver + path;
}

function Head({ side, letter, isSame }: { side: Side; letter: 'A' | 'B'; isSame: boolean }) {
  const { id, summary } = side;
  const { receiver, path } = targetParts(textOfBytes(side.wire.target));
  const answered = useAnswered(summary);
  return (
    <div className="flex min-w-0 gap-3 px-4 py-3">
      <span className="flex size-6 shrink-0 items-center justify-center rounded-md bg-raised text-xs font-semibold">
        {letter}
      </span>
      <div className="min-w-0">
        <h2 className="flex items-baseline gap-2 font-normal">
          {!isSame && <ChangeMark change="changed" />}
          <MethodBadge className="max-w-40 shrink-0" method={summary.method} />
          <span className="font-mono text-[0.8125rem] wrap-anywhere">
            <span className="text-muted">{receiver}</span>
            <ShownText text={path} />
          </span>
        </h2>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted tabular-nums">
          <RequestLabel summary={summary} wire={side.wire} />
          <time dateTime={summary.receivedAt} title={summary.receivedAt}>
            {formatExactTime(summary.receivedAt)}
          </time>
          <span>{formatBytes(summary.bodySize)}</span>
          {answered === 'waiting' && <span>waiting for a listener</span>}
          {typeof answered === 'object' && (
            <span>
              <ShownText text={answerWords(answered.answer, answered.isByListener)} />
              {answered.attempt !== undefined && `, ${attemptWords(answered.attempt)}`}
            </span>
          )}
          {summary.signature !== undefined && (
            <span>
              <span className="sr-only">Signature </span>
              <SignatureBadge verdict={summary.signature.verdict} />
            </span>
          )}
          <RequestLink id={id} summary={summary} />
        </p>
      </div>
    </div>
  );
}

function RequestLink({ id, summary }: Pick<Side, 'id' | 'summary'>) {
  const endpoint = useEndpointById(summary.endpointId);
  return (
    <Link className="text-accent underline" {...addressOf(endpoint?.token ?? 'all', id)}>
      Open #{id}
    </Link>
  );
}

interface Side {
  id: number;
  summary: CapturedRequestSummary;
  wire: CapturedRequestWire;
}

/** Loads one of the two requests. */
function useSide(id: number) {
  const { summary, wire, error, retry } = useRequest(id, requestLogs.find(id));
  const isLoaded = summary !== undefined && wire !== undefined;
  const side: Side | undefined = isLoaded ? { id, summary, wire } : undefined;
  return { side, error, retry };
}

function headersOf({ wire }: Side) {
  return wire.headers.map(([name, value]) => ({ name, value: textOfBytes(value) }));
}

function parametersOf({ wire }: Side) {
  return nameValuePairs(queryIn(textOfBytes(wire.target)) ?? '').pairs;
}
