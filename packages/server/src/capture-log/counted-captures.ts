// The bounds of one transaction: captures wait while it runs. The bytes bound it if bodies are large, since on SQLite the
// pages of a body are visited one by one to be freed.
export const mostRowsAtOnce = 500;
export const mostBytesAtOnce = 16 * 1024 * 1024;

/** What the retention removed is counted by the hour. */
export const hourMs = 60 * 60 * 1000;

/** The bytes that a captured request counts for, in SQL. */
export function octets(captured = 'captured_request'): string {
  const sent = ['body', 'headers', 'target'].map((column) => `octet_length(${captured}.${column})`);
  return `${sent.join(' + ')} + ${octetsBeside(captured)}`;
}

/** Those of its kept X- headers, and of what was found about it by a contract. */
export function octetsBeside(captured: string): string {
  return `coalesce((
    select octet_length(kept.headers) from capture_kept_headers kept where kept.capture_id = ${captured}.id
  ), 0) + coalesce((
    select octet_length(found.finding) from capture_contract found where found.capture_id = ${captured}.id
  ), 0)`;
}

/** Captures of an endpoint that no read shows. */
export interface HiddenRange {
  endpointId: number;
  after: number;
  through: number;
  /** Those above this id are counted; null if none of them is. On PostgreSQL the endpoint's row is locked if some are. */
  countedAfter: number | null;
}

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
