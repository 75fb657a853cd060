import { Suspense } from 'react';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { lazyComponent } from '../ui/lazy-part.tsx';
import type { RequestViewProps } from './request-view.tsx';

/** Loaded with the first request that is shown, since new visitors do not need it yet. */
const RequestView = lazyComponent(() => import('./request-view.tsx'), 'RequestView');

/** One captured request: its head, its headers, its query and its body. */
export function RequestDetail(props: RequestViewProps) {
  return (
    <Suspense fallback={<LinesSkeleton />}>
      <RequestView {...props} key={props.id} />
    </Suspense>
  );
}
