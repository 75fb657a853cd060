import { errorCatalogue } from '@hookwell/contract';
import { StoreFull } from '../database/errors.ts';
import { ApiError } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';

/** How long, in milliseconds, one answer serves everybody who asks. */
const answerLife = 1000;

/** What the store says: that it takes captures, or that it is at its size limit and works otherwise. */
export type Readiness = 'ready' | 'full';

/**
 * Gives a check that rejects while the store takes no write at all, with the reason in its sentence. Each
 * check is a real, durable write, so however often it is asked there is at most one a second.
 */
export function createReadiness(parts: Pick<Parts, 'store' | 'clock'>): () => Promise<Readiness> {
  let latest: Promise<Readiness> | undefined;
  let askedAt = 0;
  return () => {
    const now = parts.clock();
    if (latest === undefined || now - askedAt >= answerLife) {
      latest = parts.store.checkWritable().then(() => 'ready', fullOrAway);
      askedAt = now;
    }
    return latest;
  };
}

function fullOrAway(error: unknown): Readiness {
  if (error instanceof StoreFull) return 'full';
  throw error;
}

/** 503, with the sentence that receive URLs answer with 507. */
export function notReady(): ApiError {
  return new ApiError('unavailable', { sentence: errorCatalogue.storeFull.sentence });
}
