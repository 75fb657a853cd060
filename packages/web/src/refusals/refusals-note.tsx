import { Link } from '@tanstack/react-router';
import { plural } from '../ui/format.ts';
import { WarningIcon } from '../ui/icons.tsx';
import { ChevronRightIcon } from '../ui/part-icons.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { countRefused, useRefusals } from './refusals-query.ts';

/** A quiet line above a list of requests: some were refused, and the way to what they were. */
export function RefusalsNote({ token }: { token: string }) {
  const { data: rows = [] } = useRefusals(token);
  const [newest] = rows;
  if (newest === undefined) return null;
  return (
    <Link
      className="flex min-h-7 items-center gap-1.5 border-b border-line bg-surface py-1 px-4 text-xs text-muted outline-offset-[-2px] hover:bg-raised hover:text-text"
      params={{ token }}
      title="Show which ones, and why"
      to="/endpoints/$token/refusals"
    >
      <WarningIcon className="size-3.5 text-warn" />
      <span className="mr-auto min-w-0">
        {plural(countRefused(rows), 'refused request')}
        <span className="sr-only">, the last one </span>
      </span>
      <RelativeTime at={newest.at} className="tabular" isSpoken />
      <ChevronRightIcon className="size-3.5" />
    </Link>
  );
}
