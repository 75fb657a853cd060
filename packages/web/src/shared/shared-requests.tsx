import type { SharedRequest } from '@hookwell/client';
import { RequestRow } from './request-row.tsx';

/** A request with a key that it keeps as long as it is shown. Shared requests have no ids. */
export interface KeyedRequest {
  key: number;
  request: SharedRequest;
  /** Whether it came while others were shown. */
  isNew?: boolean;
}

interface SharedRequestsProps {
  requests: readonly KeyedRequest[];
  /** The level of the headings of requests. */
  level: 2 | 3;
}

/** Requests as a share shows them, below one another. One alone is open. */
export function SharedRequests({ requests, level }: SharedRequestsProps) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
      {requests.map(({ key, request, isNew = false }) => (
        <RequestRow
          isNew={isNew}
          isOpenAtFirst={requests.length === 1 && !isNew}
          key={key}
          level={level}
          request={request}
        />
      ))}
    </ul>
  );
}
