/**
 * The program of the thread that searches on PostgreSQL, with a connection of its own: what the database leaves to be
 * decided takes no time of the event loop.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage } from '@hookwell/core/api/error-message';
import type { SearchExchanges } from '../../capture-log/postgres/capture-log.ts';
import { searchStep } from '../../capture-log/postgres/search-step.ts';
import { ConnectionPool } from '../../database/postgres/pool.ts';
import { answerQuestions } from '../../threads/answer-questions.ts';

/** The settings that the thread is started with. */
export interface SearchThreadSettings {
  url: string;
}

// The one place that starts this program passes these settings.
const { url } = workerData as SearchThreadSettings;
const pool = new ConnectionPool({
  url,
  name: 'search',
  mostConnections: 1,
  session: {
    // The one plan that there is fits every range; making it takes as long as looking through a hundred rows.
    plan_cache_mode: 'force_generic_plan',
    // The estimated cost may call for compiling, which takes longer than a step.
    jit: 'off',
  },
  log: { warn: (fields: unknown) => parentPort?.postMessage({ note: causeOf(fields) }) },
});

answerQuestions<SearchExchanges>(
  {
    search: ({ scope, query }) =>
      searchStep((statement, values) => pool.query(statement, values), scope, query),
  },
  { end: () => pool.end() },
);

/** The pool logs an error beside its sentence. */
function causeOf(fields: unknown): string {
  const isWithError = typeof fields === 'object' && fields !== null && 'err' in fields;
  return errorMessage(isWithError ? fields.err : fields);
}
