import { feed } from '../live/feed.ts';
import { requestLogs } from './use-request-log.ts';

/** Endpoints were deleted, and all they captured with them: no list shows it any more, in any tab. */
export function forgetEndpoints(endpoints: readonly { id: number }[]): void {
  for (const { id: endpointId } of endpoints) {
    requestLogs.removed.add({ kind: 'cleared', endpointId, upTo: Number.POSITIVE_INFINITY });
    feed.tell({ kind: 'cleared', endpointId });
  }
}
