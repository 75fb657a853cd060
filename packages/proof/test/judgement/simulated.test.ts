import { describe, expect, it } from 'vitest';
import { Random } from '../../../server/test/random.ts';
import { judge } from '../../src/judgement/judge.ts';
import { ofDecisions } from './corruptions/decisions.ts';
import { ofOrder } from './corruptions/order.ts';
import { ofRemoval } from './corruptions/removal.ts';
import { ofStorage } from './corruptions/storage.ts';
import { simulateHistory } from './simulation/history.ts';

const histories = 40;

/** The seeds count on from here; another number makes others. */
const firstSeed = Number(process.env.HOOKWELL_TEST_HISTORIES ?? 1);

const simulated = Array.from({ length: histories }, (_, index) => {
  const seed = firstSeed + index;
  return { seed, history: simulateHistory(seed) };
});

it('accuses no correct service, whatever becomes of its calls', () => {
  for (const { seed, history } of simulated) {
    const violations = judge(history);
    expect({ seed, violations }).toEqual({ seed, violations: [] });
  }
});

describe('names what spoils a history', () => {
  it.for([...ofStorage, ...ofOrder, ...ofRemoval, ...ofDecisions])(
    '$text',
    ({ anomalies, corrupt }) => {
      let spoilt = 0;
      for (const { seed, history } of simulated) {
        const corrupted = corrupt(history, new Random(seed, 1));
        if (corrupted === undefined) continue;
        spoilt += 1;
        const named = judge(corrupted).map(({ anomaly }) => anomaly);
        expect({
          seed,
          named: anomalies.some((anomaly) => named.includes(anomaly)),
          all: named,
        }).toMatchObject({ seed, named: true });
        if (spoilt === 10) return;
      }
      // So many at least, or the simulation does not make what this needs.
      expect(spoilt).toBeGreaterThan(4);
    },
  );
});
