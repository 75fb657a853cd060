/** The captures of an endpoint that reads show: their number, and the octets of headers, targets and bodies. */
export interface EndpointUsage {
  endpointId: number;
  captures: number;
  bytes: number;
  newest?: { id: number; receivedAt: number };
}

/** A look at the usage of an account counts at most so many hidden captures, in the index alone. */
export const mostHiddenCounted = 100_000;

/** The counters of an endpoint, and the known part of the captures that they count though no read shows them. */
export interface CountedEndpoint {
  endpointId: number;
  captures: number;
  bytes: number;
  /** The number of hidden captures that are counted; 0 except between a partial clear and its purge. */
  hidden: number;
  newest?: { id: number; receivedAt: number } | undefined;
}

/**
 * The usage by the counters. Between a partial clear and its purge the number of captures is exact if no more than
 * `mostHiddenCounted` are hidden, else too high. The bytes are then an estimate: their share of the captures.
 */
export function usageOf({
  endpointId,
  captures: counted,
  bytes,
  hidden,
  newest,
}: CountedEndpoint): EndpointUsage {
  if (newest === undefined) return { endpointId, captures: 0, bytes: 0 };
  if (hidden === 0) return { endpointId, captures: counted, bytes, newest };
  const captures = Math.max(1, counted - hidden);
  return { endpointId, captures, bytes: Math.round((bytes * captures) / counted), newest };
}
