/**
 * Milliseconds since 1970 by the clock of the database, as SQL: the one clock that all nodes share. What one node stores and another
 * compares within seconds goes by it.
 */
export const sharedNowMs = `(extract(epoch from clock_timestamp()) * 1000)::bigint`;
