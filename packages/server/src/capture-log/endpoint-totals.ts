import type { CaptureFields } from './capture-log.ts';

/** An amount by which an endpoint's counters rise or fall. */
export interface EndpointTotal {
  captures: number;
  bytes: number;
}

/** The amounts that a group adds to the counters of its endpoints, by the endpoint's id. */
export function totalsByEndpoint(captures: readonly CaptureFields[]): Map<number, EndpointTotal> {
  const totals = new Map<number, EndpointTotal>();
  for (const { endpointId, target, headers, bodySize } of captures) {
    const bytes = Buffer.byteLength(target) + Buffer.byteLength(headers) + bodySize;
    addToTotal(totals, endpointId, bytes);
  }
  return totals;
}

/** Counts one capture of so many bytes. */
export function addToTotal(
  totals: Map<number, EndpointTotal>,
  endpointId: number,
  bytes: number,
): void {
  const total = totals.get(endpointId);
  if (total === undefined) {
    totals.set(endpointId, { captures: 1, bytes });
  } else {
    total.captures += 1;
    total.bytes += bytes;
  }
}
