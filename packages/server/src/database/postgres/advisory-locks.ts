/**
 * The keys of PostgreSQL's advisory locks that Hookwell takes: one number space a database, so anything
 * else in that database must keep off them.
 */
export const advisoryLocks = {
  /** Held by the group of captures that takes its ids, until its commit. */
  append: 7_264_001,
  /** Held by the node that brings the schema up to date. */
  migration: 7_264_002,
  /** Held by the node that works for all nodes, as long as it gives signs of life. */
  leader: 7_264_003,
} as const;
