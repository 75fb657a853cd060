import { usualSteps, Work } from '../judging/work.ts';
import { visible } from '../place.ts';
import type { Constants } from '../schema/schema-node.ts';
import { canonicalText } from '../values/canonical-text.ts';
import { type Raw, refuse } from './raw-values.ts';

/** So many values are told in words. */
const mostShown = 3;
const longestShown = 40;

/** Reads the values that a schema allows. */
export function readConstants(values: readonly Raw[], isOne: boolean): Constants {
  const work = new Work(usualSteps);
  const texts = values.map((raw) => canonical(raw, work));
  const isShort = texts.length <= mostShown && texts.every((text) => text.length <= longestShown);
  return {
    isOne,
    texts: new Set(texts),
    shown: isShort ? texts.map((text) => visible(text, longestShown)) : [],
  };
}

function canonical(raw: Raw, work: Work): string {
  try {
    return canonicalText(raw.value, work);
  } catch {
    throw refuse(raw, 'is too large');
  }
}
