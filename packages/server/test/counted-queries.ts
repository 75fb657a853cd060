import type { Database } from '../src/database/tables.ts';

/** The same database, and the number of queries that it was asked through this one. */
export function countQueries(database: Database): { db: Database; counted: { queries: number } } {
  const counted = { queries: 0 };
  const db = database.withPlugin({
    transformQuery: ({ node }) => {
      counted.queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db, counted };
}
