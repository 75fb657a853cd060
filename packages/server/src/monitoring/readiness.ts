import { errorCatalogue } from '@hookwell/core/api';
import { StoreFull } from '../database/errors.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';

/** One answer serves all that ask for so long. */
const answerLifeMs = 1000;

/** The store takes captures, or is at its size limit and works otherwise. */
export type Readiness = 'ready' | 'full';

/**
 * Gives a check that rejects while the store takes no write at all, with the reason in its sentence. Each check is a
 * real, durable write, so there is at most one a second, however often it is asked for.
 */
export function createReadiness(parts: Pick<Parts, 'store'>): () => Promise<Readiness> {
  let latest: Promise<Readiness> | undefined;
  let askedAt = 0;
  return () => {
    // The time of day may be set back by hours.
    const now = performance.now();
    if (latest === undefined || now - askedAt >= answerLifeMs) {
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

/** Answers 503 with the sentence that receive URLs give with 507. */
export function notReady(): Refusal {
  return new Refusal('unavailable', { sentence: errorCatalogue.storeFull.sentence });
}
