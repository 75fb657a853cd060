import { queryOptions, useQuery } from '@tanstack/react-query';
import { keptAWhile, openedBodyQuery } from '../detail/body/body-query.ts';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { LoadFailure } from '../request/load-failure.tsx';
import { formatBytes, formatCount } from '../ui/format.ts';
import { compareBodies } from './compare-bodies.ts';
import { ComparisonSection } from './comparison-section.tsx';
import { bodySummary, noneInEither } from './difference-words.ts';
import { LinesComparison } from './lines-comparison.tsx';
import type { Side } from './use-side.ts';

interface BodyComparisonProps {
  left: Side;
  right: Side;
  onlyChanges: boolean;
  ignoresVolatile: boolean;
}

/** The comparison of the two bodies, line by line if they are text. */
export function BodyComparison({ left, right, onlyChanges, ignoresVolatile }: BodyComparisonProps) {
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
