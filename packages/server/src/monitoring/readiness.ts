import { errorCatalogue } from '@hookwell/contract';
import { StoreFull } from '../database/store.ts';
import { ApiError } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';

/** How long, in milliseconds, one answer serves everybody who asks. */
const answerLife = 1000;

/**
 * Gives a check that rejects while the store takes no write, with the reason in its sentence. Each
 * check is a real, durable write, so however often it is asked there is at most one a second.
 */
export function createReadiness(parts: Pick<Parts, 'store' | 'clock'>): () => Promise<void> {
  let latest: Promise<void> | undefined;
  let askedAt = 0;
  return () => {
    const now = parts.clock();
    if (latest === undefined || now - askedAt >= answerLife) {
      latest = parts.store.checkWritable().catch(explain);
      askedAt = now;
    }
    return latest;
  };
}

/** A full store is not ready either: 503, with the sentence that receive URLs answer with 507. */
function explain(error: unknown): never {
  if (!(error instanceof StoreFull)) throw error;
  throw new ApiError('unavailable', { sentence: errorCatalogue.storeFull.sentence, cause: error });
}
