import type { CapturedRequestSummary } from '@hookwell/client';

/** The summary of a captured request with the values that a test cares for. */
export function summaryOf(values: Partial<CapturedRequestSummary> = {}): CapturedRequestSummary {
  return {
    id: 1,
    endpointId: 1,
    method: 'POST',
    headers: {},
    queryParams: {},
    ipAddress: '127.0.0.1',
    receivedAt: '2026-03-01T12:00:00.000Z',
    bodySize: 0,
    ...values,
  };
}

export function idsOf(items: readonly { id: number }[]): number[] {
  return items.map(({ id }) => id);
}
