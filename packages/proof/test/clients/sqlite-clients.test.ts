import { expect, test } from 'vitest';
import { judge } from '../../src/judgement/judge.ts';
import { expectAllSeen, workedOn } from './worked.ts';

test('clients write down all they do, also while a node is killed, and see what was acknowledged', async () => {
  const worked = await workedOn('sqlite', { seed: 7, forEverything: true });
  expectAllSeen(worked);
  expect(judge(worked.operations)).toEqual([]);
});
