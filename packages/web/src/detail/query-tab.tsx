import type { CapturedRequestWire } from '@hookwell/client';
import { textOfBytes } from '@hookwell/match';
import { ShownText } from '../request/shown-text.tsx';
import { queryIn } from '../request/target.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { plural } from '../ui/format.ts';
import { nameValuePairs } from './body/name-value-pairs.ts';
import { PairsTable } from './text/pairs-table.tsx';

/** The query of the address: decoded, and as sent. */
export function QueryTab({ wire }: { wire: CapturedRequestWire }) {
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
