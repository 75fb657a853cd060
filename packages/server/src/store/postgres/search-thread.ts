/**
 * The program of the thread that searches on PostgreSQL, with a connection of its own: what the database leaves to be
 * decided takes no time of the event loop.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { errorMessage } from '@hookwell/contract/error-message';
import type { Scope, SearchQuery, SearchStep } from '../../capture-log/capture-log.ts';
import { searchStep } from '../../capture-log/postgres/search-step.ts';
import { StoreUnavailable } from '../../database/errors.ts';
import { ConnectionPool } from '../../database/postgres/pool.ts';
import { giveWay } from '../../fairness/thread-priority.ts';

/** The settings that the thread is started with. */
export interface SearchThreadSettings {
  url: string;
}

/** A step to take, or the order to close the connection. */
export type SearchAsk =
  | { kind: 'step'; ask: number; scope: Scope; query: SearchQuery }
  | { kind: 'close' };

/** An answer, or the news of a lost connection for the log. */
export type SearchMessage =
  | { ask: number; step: SearchStep }
  | { ask: number; failure: string; isUnavailable: boolean }
  | { lost: string };

if (parentPort === null) throw new Error('The search thread is started by the server');
const port: MessagePort = parentPort;
giveWay();
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
  log: { warn: (fields: unknown) => post({ lost: causeOf(fields) }) },
});

port.on('message', async (message: SearchAsk) => {
  if (message.kind === 'close') {
    await pool.end();
    port.close();
    return;
  }
  const { ask, scope, query } = message;
  try {
    const step = await searchStep(
      (statement, values) => pool.query(statement, values),
      scope,
      query,
    );
    post({ ask, step });
  } catch (error) {
    const isUnavailable = error instanceof StoreUnavailable;
    post({ ask, failure: errorMessage(error), isUnavailable });
  }
});

function post(message: SearchMessage): void {
  port.postMessage(message);
}

/** The pool logs an error beside its sentence. */
function causeOf(fields: unknown): string {
  const isWithError = typeof fields === 'object' && fields !== null && 'err' in fields;
  return errorMessage(isWithError ? fields.err : fields);
}
