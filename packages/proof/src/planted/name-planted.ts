import { judge } from '../judgement/judge.ts';
import { planted } from './planted.ts';

/** Judges every planted history: how many are named, of how many, and what is wrong with the others. */
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
