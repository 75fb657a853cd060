import type { ReactNode } from 'react';
import { useTitle } from './page-head.tsx';

interface NarrowPageProps {
  title: string;
  /** One line below the title. */
  lead?: ReactNode;
  children: ReactNode;
  /** `form` suits a page with one short form. */
  width?: 'form' | 'text';
}

/** A page to read and to fill in: one column of a comfortable width. */
export function NarrowPage({ title, lead, children, width = 'text' }: NarrowPageProps) {
  useTitle(title);
  return (
    <div className="page-pane">
      <div className={`mx-auto px-4 py-8 sm:py-12 ${width === 'form' ? 'max-w-sm' : 'max-w-2xl'}`}>
        <h1 className="page-title">{title}</h1>
        {lead !== undefined && <div className="mt-2 text-base text-muted">{lead}</div>}
        <div className="mt-8 space-y-10">{children}</div>
      </div>
    </div>
  );
}

/** A part of a narrow page under its own heading. */
export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 border-b border-line pb-2 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}
