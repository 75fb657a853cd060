import type { ReactNode } from 'react';

interface ComparisonSectionProps {
  title: string;
  /** Sums the differences up. It is missing while they are being looked for. */
  summary: string | undefined;
  children: ReactNode;
}

/** One part of a comparison with the number of its differences. */
export function ComparisonSection({ title, summary, children }: ComparisonSectionProps) {
  return (
    <section aria-label={title}>
      <h2 className="flex items-baseline gap-2 border-b border-line bg-raised px-4 py-1.5 font-semibold">
        {title}
        <span className="text-xs font-normal text-muted">{summary}</span>
      </h2>
      {children}
    </section>
  );
}
