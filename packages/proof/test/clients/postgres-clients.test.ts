import { expect, test } from 'vitest';
import { judge } from '../../src/judgement/judge.ts';
import { expectAllSeen, workedOn } from './worked.ts';

test('clients go on while a node is killed, and see what was acknowledged', async () => {
  const worked = await workedOn('postgres', { seed: 7 });
  expectAllSeen(worked);
  expect(judge(worked.operations)).toEqual([]);
});
