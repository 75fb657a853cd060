import { ofAnswers } from './answers.ts';
import { ofDecisions } from './decisions.ts';
import { ofOrder } from './order.ts';
import { ofRemoval } from './removal.ts';
import type { Planted } from './script.ts';
import { ofStorage } from './storage.ts';

export type { Planted } from './script.ts';

/** Each anomaly, planted once or more into a history that is sound without it. */
export const planted: readonly Planted[] = [
  ...ofStorage,
  ...ofOrder,
  ...ofRemoval,
  ...ofDecisions,
  ...ofAnswers,
];
