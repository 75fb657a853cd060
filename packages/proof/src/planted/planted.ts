import { judge } from '../judgement/judge.ts';
import { ofDecisions } from './decisions.ts';
import { ofOrder } from './order.ts';
import { ofRemoval } from './removal.ts';
import type { Planted } from './script.ts';
import { ofStorage } from './storage.ts';

export type { Planted } from './script.ts';

/** Each anomaly, planted once or more into a history that is sound without it. */
export const planted: readonly Planted[] = [...ofStorage, ...ofOrder, ...ofRemoval, ...ofDecisions];

/** Judges all of them: how many are named, of how many, and what is wrong with the others. */
export function namePlanted(): { named: number; of: number; missed: readonly string[] } {
  const missed = planted.flatMap(({ anomaly, text, sound, operations }) => {
    const accused = judge(sound).map((violation) => `${violation.anomaly}: ${violation.text}`);
    if (accused.length > 0) return [`${text}: accused without it, ${accused.join('; ')}`];
    const named = judge(operations).map((violation) => violation.anomaly);
    return named.includes(anomaly)
      ? []
      : [`${text}: ${anomaly} is not named, only ${named.join(', ')}`];
  });
  return { named: planted.length - missed.length, of: planted.length, missed };
}
