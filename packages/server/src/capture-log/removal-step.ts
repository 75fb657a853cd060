// The bounds of one transaction: captures wait while it runs. The bytes bound it if bodies are large, since on SQLite the
// pages of a body are visited one by one to be freed.
export const mostRowsAtOnce = 500;
export const mostBytesAtOnce = 16 * 1024 * 1024;

/** The bytes that a captured request counts for, in SQL. */
export const octets = 'octet_length(body) + octet_length(headers) + octet_length(target)';

/** Captures of an endpoint that no read shows. */
export interface HiddenRange {
  endpointId: number;
  after: number;
  through: number;
  /** Those above this id are counted; null if none of them is. On PostgreSQL the endpoint's row is locked if some are. */
  countedAfter: number | null;
}
