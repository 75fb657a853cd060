import { feed } from '../live/feed.ts';
import { onSessionEnded, queryClient } from '../service/queries.ts';
import { endpointsKey, readAnew } from './session.ts';

/** Reads data again that another tab has changed, and the principal once the session has ended. */
export function followOtherTabs(): void {
  feed.onChange((change) => {
    if (change.kind === 'session') void readAnew();
    if (change.kind === 'endpoints') void queryClient.invalidateQueries({ queryKey: endpointsKey });
  });
  let isReading = false;
  onSessionEnded(() => {
    if (isReading) return;
    isReading = true;
    void readAnew().finally(() => {
      isReading = false;
    });
  });
}
