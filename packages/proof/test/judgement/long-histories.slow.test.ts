import { expect, it } from 'vitest';
import { threadMs } from '../../../bodies/test/time-ratio.ts';
import { judge } from '../../src/judgement/judge.ts';
import { longHistory } from './long-history.ts';

/** Processor time for each send of a history, in ms. */
function costOf(sends: number): number {
  const history = longHistory(sends);
  return threadMs(() => expect(judge(history)).toEqual([])) / sends;
}

it('judges in linear time: a history of sixteen times the length does not take four times as much a send', () => {
  costOf(2000);
  const short = Math.max(...[1, 2, 3].map(() => costOf(6_250)));
  expect(costOf(100_000) / short).toBeLessThan(4);
});
