import { parseDecimal } from '@hookwell/bodies/decimal';
import type { MatchCondition } from '../language/match.ts';
import { fold } from '../text/fold.ts';

/**
 * A text that every request that matches has somewhere. It has characters of ASCII alone, letters in lower case,
 * and is found by comparing bytes with the case of A to Z ignored. It says nothing about bodies with a content
 * coding, or in a charset in which bytes of ASCII do not mean ASCII (UTF-16, ISO-2022-JP): these must be read.
 */
export interface BodyNeedle {
  folded: string;
  /** `body`: it is in the body; `anywhere`: in the body, or in another part that a word is looked for in. */
  place: 'body' | 'anywhere';
  /** A body that has a backslash and a `u` behind it may spell the text in another way and must be read. */
  mayBeEscaped: boolean;
}

/** The needles of a condition without a minus sign. Shorter ones than the longest run of ASCII are left out. */
export function bodyNeedles(condition: MatchCondition): BodyNeedle[] {
  if (condition.kind === 'word') return needle(condition.text, 'anywhere');
  if (condition.kind === 'has' && condition.field.name === 'json.PATH') {
    return jsonNeedles(condition.field.path);
  }
  if (condition.kind !== 'field') return [];
  const { field, operator, text } = condition;
  if (field.name === 'body') return needle(text, 'body');
  if (field.name !== 'json.PATH') return [];
  // A number may be written in many ways, and so may a bound be met.
  const isText = operator === ':' || (operator === '=' && parseDecimal(text) === undefined);
  return jsonNeedles([...field.path, ...(isText ? [text] : [])]);
}

function needle(text: string, place: BodyNeedle['place']): BodyNeedle[] {
  const folded = longest(fold(text).split(/[^\0-\x7f]+/));
  return folded === '' ? [] : [{ folded, place, mayBeEscaped: false }];
}

/** An index of an array is written nowhere. */
function jsonNeedles(texts: readonly string[]): BodyNeedle[] {
  return texts.flatMap((text, index) => {
    const isIndex = index < texts.length && /^\d+$/.test(text);
    // A quote, a backslash, a slash and control characters have escapes of their own.
    const folded = isIndex ? '' : longest(fold(text).split(/[^ !#-.0-[\]-\x7f]+/));
    return folded === '' ? [] : [{ folded, place: 'body' as const, mayBeEscaped: true }];
  });
}

function longest(runs: readonly string[]): string {
  return runs.reduce((best, run) => (run.length > best.length ? run : best), '');
}
