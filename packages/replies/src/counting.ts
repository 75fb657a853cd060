import { printField } from '@hookwell/match';
import type { Settings } from './settings.ts';
import { printPlan } from './step.ts';

/**
 * Whether the counting of attempts goes on when settings change: what makes a delivery, and all plans in their order,
 * are as before.
 * @param before `undefined` if there were no settings: counting begins then
 */
export function isSameCounting(before: Settings | undefined, after: Settings): boolean {
  return before !== undefined && countingOf(before) === countingOf(after);
}

function countingOf({ delivery, replies }: Settings): string {
  const field = typeof delivery === 'object' ? printField(delivery) : delivery;
  const plans = replies.flatMap(({ hasPlan, steps }) => (hasPlan ? [printPlan(steps)] : []));
  return JSON.stringify([typeof delivery, field, plans]);
}
