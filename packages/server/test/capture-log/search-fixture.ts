import { parseMatch } from '@hookwell/core/match';
import { expect } from 'vitest';
import { now } from '../../../core/test/match/matchable.ts';
import type { Payload } from '../../../core/test/match/payloads.ts';
import type { FoundCapture, Scope, SearchQuery } from '../../src/capture-log/capture-log.ts';
import type { NewCapture } from '../../src/capture-log/captures.ts';
import type { Store } from '../../src/store/store.ts';
import { newCapture } from '../store/store-rows.ts';

/** A request of the match package's tests as the receive plane hands it over. */
export function payloadCapture(endpointId: number, payload: Payload): NewCapture {
  const { method, path, query, headers, body } = payload;
  return newCapture(endpointId, {
    method,
    target: `/wh/token${path}${query === '' ? '' : `?${query}`}`,
    headers: JSON.stringify(headers.flat()),
    ipAddress: '203.0.113.7',
    receivedAt: now - 60_000,
    body,
  });
}

export function searchQuery(text: string, more: Partial<SearchQuery> = {}): SearchQuery {
  return { match: parseMatch(text), nowMs: now, order: 'newestFirst', limit: 1000, ...more };
}

/** All that a search finds, step by step, and the number of captures that it tried. */
export async function searchAll(
  { captures }: Store,
  scope: Scope,
  query: SearchQuery,
  betweenSteps: (found: readonly FoundCapture[]) => Promise<void> = async () => {},
): Promise<{ found: FoundCapture[]; tried: number; steps: number }> {
  const all: FoundCapture[] = [];
  let tried = 0;
  let range = query;
  for (let steps = 1; ; steps += 1) {
    const step = await captures.search(scope, range);
    expect(step.found.length).toBeLessThanOrEqual(query.limit);
    all.push(...step.found);
    tried += step.tried;
    if (!step.more || step.through === undefined) return { found: all, tried, steps };
    const { through } = step;
    expect(step.found.every(({ id }) => isUpTo(id, through, query.order))).toBe(true);
    range =
      query.order === 'newestFirst' ? { ...query, before: through } : { ...query, after: through };
    await betweenSteps(all);
  }
}

function isUpTo(id: number, through: number, order: SearchQuery['order']): boolean {
  return order === 'newestFirst' ? id >= through : id <= through;
}

export function idsOf(found: readonly FoundCapture[]): number[] {
  return found.map(({ id }) => id);
}
