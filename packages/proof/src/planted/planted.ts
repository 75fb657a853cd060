import type { Operation } from '../history/operation.ts';
import type { Anomaly } from '../judgement/judge.ts';

/** A sound history with one anomaly in it. */
export interface Planted {
  anomaly: Anomaly;
  /** How it came about, in a few words. */
  text: string;
  operations: Operation[];
}

/** Each anomaly, planted once or more into a history that is sound without it. */
export const planted: readonly Planted[] = [];
