import { mostStepsOfJudging, Work } from '../judging/work.ts';
import { visible } from '../place.ts';
import type { Constants } from '../schema/schema-node.ts';
import { valueKey } from '../values/value-key.ts';
import { type Raw, refuse } from './raw-values.ts';

/** So many values are told in words. */
const mostShown = 3;
const longestShown = 40;

/** Reads the values that a schema allows. */
export function readConstants(values: readonly Raw[], isOne: boolean): Constants {
  const work = new Work(mostStepsOfJudging);
  const keys = new Set(values.map((raw) => keyOf(raw, work)));
  return {
    isOne,
    keys,
    hasContainers: values.some(({ value }) => typeof value === 'object' && value !== null),
    shown: shownOf(values),
  };
}

function keyOf(raw: Raw, work: Work): unknown {
  try {
    return valueKey(raw.value, work);
  } catch {
    throw refuse(raw, 'is too large');
  }
}

/** Empty if they are many or long. */
function shownOf(values: readonly Raw[]): string[] {
  if (values.length > mostShown) return [];
  const isShort = ({ value }: Raw) => {
    return typeof value === 'string'
      ? value.length <= longestShown
      : typeof value !== 'object' || value === null;
  };
  if (!values.every(isShort)) return [];
  return values.map(({ value }) => visible(JSON.stringify(value), longestShown + 2));
}
