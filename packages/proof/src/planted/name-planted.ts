import { judge } from '../judgement/judge.ts';
import { planted } from './planted.ts';

/** Judges every planted history. */
export function namePlanted(): { named: number; of: number; missed: readonly string[] } {
  const missed = planted.filter(
    ({ anomaly, operations }) => !judge(operations).some((found) => found.anomaly === anomaly),
  );
  return {
    named: planted.length - missed.length,
    of: planted.length,
    missed: missed.map(({ anomaly, text }) => `${anomaly}: ${text}`),
  };
}
