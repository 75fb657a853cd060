import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useShortcut } from '../page/shortcuts.ts';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { LoadFailure } from '../request/load-failure.tsx';
import { requestIdIn } from '../request/request-id.ts';
import { Button } from '../ui/button.tsx';
import { SwapIcon } from '../ui/part-icons.tsx';
import { Switch } from '../ui/switch.tsx';
import { BodyComparison } from './body-comparison.tsx';
import { comparePairs } from './compare-pairs.ts';
import { ComparedHeads } from './compared-heads.tsx';
import { PairsComparison } from './pairs-comparison.tsx';
import { headersOf, parametersOf, type Side, useSide } from './use-side.ts';

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
