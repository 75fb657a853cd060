import { Suspense } from 'react';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { lazyComponent } from '../ui/lazy-part.tsx';
import type { RequestViewProps } from './request-view.tsx';

/** Loaded with the first request that somebody looks at: nobody needs it to get their URL. */
const RequestView = lazyComponent(() => import('./request-view.tsx'), 'RequestView');

/** One captured request: where it came from, what it carried, what can be done with it. */
export function RequestDetail(props: RequestViewProps) {
  return (
    <Suspense fallback={<LinesSkeleton />}>
      <RequestView {...props} key={props.id} />
    </Suspense>
  );
}
