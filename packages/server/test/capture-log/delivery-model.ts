import fc from 'fast-check';
import { expect } from 'vitest';
import type { CaptureLog } from '../../src/capture-log/capture-log.ts';
import { answeredCapture } from '../store/answered-captures.ts';

/** What the actions are done to. */
export interface ModelledLog {
  captures: Pick<
    CaptureLog,
    'append' | 'clear' | 'removeOne' | 'removeOldest' | 'purge' | 'readDeliveries'
  >;
  setSettingsVersion(endpointId: number, version: number): Promise<void>;
}

const names = ['a', 'a2', 'b'];

/** One action; `place` is a place among all ids: 0 is below all of them, 1 the highest. */
export const action = fc.record({
  kind: fc.constantFrom(
    ...['append', 'append', 'append', 'otherSettings', 'clear', 'clearThrough'],
    ...['removeOne', 'removeOne', 'retain', 'purge'],
  ),
  endpoint: fc.nat({ max: 1 }),
  deliveries: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 6 }),
  place: fc.integer({ min: 0, max: 12 }).map((part) => part / 12),
});
export type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

interface Counted {
  firstId: number;
  attempts: number;
  /** The captures that are shown: a delivery without one is forgotten. */
  shown: { id: number; attempt: number }[];
}

/** The deliveries of an endpoint, as simple as can be. */
export class Endpoint {
  readonly id: number;
  version = 1;
  readonly deliveries = new Map<string, Counted>();

  constructor(id: number) {
    this.id = id;
  }

  count(delivery: string, id: number): number {
    const known = this.deliveries.get(delivery) ?? { firstId: id, attempts: 0, shown: [] };
    known.attempts += 1;
    known.shown.push({ id, attempt: known.attempts });
    this.deliveries.set(delivery, known);
    return known.attempts;
  }

  get ids(): number[] {
    const shown = [...this.deliveries.values()].flatMap((counted) => counted.shown);
    return shown.map(({ id }) => id).sort((a, b) => a - b);
  }

  keep(which: (id: number) => boolean): void {
    for (const [delivery, counted] of this.deliveries) {
      counted.shown = counted.shown.filter(({ id }) => which(id));
      if (counted.shown.length === 0) this.deliveries.delete(delivery);
    }
  }
}

/** Does the action to the store and to the model. */
export async function take(
  log: ModelledLog,
  accountId: number,
  endpoint: Endpoint,
  { kind, deliveries, place }: Action,
): Promise<void> {
  const { captures } = log;
  const scope = { accountId, endpointId: endpoint.id };
  const { ids } = endpoint;
  const id = ids[Math.floor((ids.length - 1) * place)] ?? 0;
  switch (kind) {
    case 'append': {
      const settingsVersion = endpoint.version;
      const appended = await Promise.all(
        deliveries.map((delivery) =>
          captures.append(answeredCapture(endpoint.id, delivery, { settingsVersion })),
        ),
      );
      for (const [index, delivery] of deliveries.entries()) {
        const { id = 0, attempt } = appended[index] ?? {};
        expect(attempt).toBe(endpoint.count(delivery, id));
      }
      return;
    }
    case 'otherSettings': {
      endpoint.version += 1;
      await log.setSettingsVersion(endpoint.id, endpoint.version);
      const old = answeredCapture(endpoint.id, 'a', { settingsVersion: endpoint.version - 1 });
      expect(await captures.append(old)).toBeUndefined();
      return;
    }
    case 'clear':
      await captures.clear(scope);
      return endpoint.keep(() => false);
    case 'clearThrough':
      await captures.clear(scope, id);
      return endpoint.keep((one) => one > id);
    case 'removeOne':
      expect(await captures.removeOne(accountId, id)).toBe(ids.length > 0);
      return endpoint.keep((one) => one !== id);
    case 'retain': {
      const keepCount = Math.ceil(ids.length * place);
      // A step may stop at captures that are hidden: there are no more than two kinds.
      for (let steps = 0; steps < 2; steps++) await captures.removeOldest(scope, { keepCount });
      const kept = new Set(ids.slice(ids.length - keepCount));
      return endpoint.keep((one) => kept.has(one));
    }
    default:
      await captures.purge();
  }
}

export async function expectShown(
  { captures }: Pick<ModelledLog, 'captures'>,
  { id, deliveries }: Endpoint,
): Promise<void> {
  const page = await captures.readDeliveries(id, { limit: 100 });
  const expected = [...deliveries]
    .map(([delivery, { firstId, shown }]) => ({
      delivery,
      firstId,
      ids: shown.map((one) => one.id),
    }))
    .sort((a, b) => b.firstId - a.firstId);
  const found = page.deliveries.map(({ delivery, firstId, attempts }) => ({
    delivery,
    firstId,
    ids: attempts.map((one) => one.id),
  }));
  expect(found).toEqual(expected);
}
