import type { CapturedRequestSummary } from '@hookwell/client';
import { lazy, Suspense } from 'react';
import type { RequestTab } from './request-tab.ts';
import { LinesSkeleton } from './skeletons.tsx';

export interface RequestDetailProps {
  id: number;
  /** What the list knows of it; asked for where the list does not have it. */
  summary?: CapturedRequestSummary | undefined;
  tab: RequestTab;
  onTab: (tab: RequestTab) => void;
}

/** Loaded with the first request that somebody looks at: nobody needs it to get their URL. */
const RequestView = lazy(async () => ({
  default: (await import('./request-view.tsx')).RequestView,
}));

/** One captured request: where it came from, what it carried, what can be done with it. */
export function RequestDetail(props: RequestDetailProps) {
  return (
    <Suspense fallback={<LinesSkeleton />}>
      <RequestView {...props} key={props.id} />
    </Suspense>
  );
}
