import { expect, test } from 'vitest';
import {
  mostFindingCharacters,
  notCompared,
  storedFinding,
} from '../../src/workers/stored-finding.ts';

test('what is found takes a bounded room, whatever the names in a body are', () => {
  const difference = (at: number) => ({ path: `\ud800\0${'n'.repeat(700)}`, problem: `${at}` });
  const differences = Array.from({ length: 10 }, (_, at) => difference(at));
  const { verdict, finding } = storedFinding({ verdict: 'differs', differences });
  expect(verdict).toBe('differs');
  expect(finding.length).toBeLessThanOrEqual(mostFindingCharacters);
  expect(finding).toMatch(/^[ -~]*$/);
  const kept = JSON.parse(finding).differences;
  expect(kept.map(({ problem }: { problem: string }) => problem)).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
  ]);
  const long = notCompared('x'.repeat(10_000));
  expect(JSON.parse(long.finding)).toEqual({ verdict: 'none', reason: 'x'.repeat(500) });
});
