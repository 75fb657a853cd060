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
