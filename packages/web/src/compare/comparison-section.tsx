import type { ReactNode } from 'react';
import { plural } from '../ui/format.ts';

interface ComparisonSectionProps {
  title: string;
  /** The number of differences. It is missing while they are being looked for. */
  changes: number | undefined;
  /** Whether neither request has this part. */
  isEmpty: boolean;
  children: ReactNode;
}

/** One part of a comparison with the number of its differences. */
export function ComparisonSection({ title, changes, isEmpty, children }: ComparisonSectionProps) {
  return (
    <section aria-label={title}>
      <h2 className="flex items-baseline gap-2 border-b border-line bg-raised px-4 py-1.5 font-semibold">
        {title}
        <span className="text-xs font-normal text-muted">{summaryOf(changes, isEmpty)}</span>
      </h2>
      {children}
    </section>
  );
}

function summaryOf(changes: number | undefined, isEmpty: boolean): string {
  if (isEmpty) return 'none in either';
  if (changes === undefined) return '';
  return changes === 0 ? 'no difference' : plural(changes, 'difference');
}
