import { expect, it } from 'vitest';
import { judge } from '../../src/judgement/judge.ts';
import { simulateHistory } from './simulation/history.ts';

it('accuses no correct service, whatever happens to its calls', () => {
  for (let seed = 1; seed <= 1000; seed += 1) {
    const violations = judge(simulateHistory(seed));
    expect({ seed, violations }).toEqual({ seed, violations: [] });
  }
});
