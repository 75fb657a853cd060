import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './answer.ts';

/** Members that may differ, each by its place, where `[]` is any element. */
export interface MayDiffer {
  /** What answers have gained since their first version: an old answer without one is still the same answer. */
  gained: ReadonlySet<string>;
  /** What asking changes. */
  moving: ReadonlySet<string>;
}

/** What was answered before and is not answered now, a sentence each: other bytes, unless members alone were gained. */
export function differences(before: Answer, now: Answer, mayDiffer: MayDiffer): readonly string[] {
  const question = `${before.visitor}: ${before.path}`;
  if (before.status !== now.status) {
    return [`${question} answered ${before.status}, and answers ${now.status}`];
  }
  if (before.type !== now.type) {
    return [`${question} was ${before.type}, and is ${now.type}`];
  }
  if (before.hash === now.hash) return [];
  if (before.document === undefined) return [`${question} has other bytes`];
  const found = [...changes(before.document, now.document, '', mayDiffer)];
  // The bytes differ, so a value must: white space may not change either.
  const isExplained = found.length > 0 || !isDeepStrictEqual(before.document, now.document);
  return (isExplained ? found : ['has other bytes for the same values']).map(
    (change) => `${question} ${change}`,
  );
}

/** The places where two documents differ, but for members that were gained. */
function* changes(
  before: unknown,
  now: unknown,
  place: string,
  mayDiffer: MayDiffer,
): Generator<string> {
  if (Array.isArray(before) && Array.isArray(now)) {
    if (before.length !== now.length) {
      yield `had ${before.length} elements at ${place || 'the top'}, and has ${now.length}`;
      return;
    }
    for (const [index, element] of before.entries()) {
      yield* changes(element, now[index], `${place}[]`, mayDiffer);
    }
    return;
  }
  if (isObject(before) && isObject(now)) {
    const kept = Object.keys(now).filter((name) => Object.hasOwn(before, name));
    const names = Object.keys(before);
    if (kept.join('\n') !== names.join('\n')) {
      yield `had the members ${names.join(', ')} at ${place || 'the top'}, and has ${kept.join(', ')}`;
      return;
    }
    for (const name of Object.keys(now)) {
      const member = place === '' ? name : `${place}.${name}`;
      if (mayDiffer.moving.has(member)) continue;
      if (Object.hasOwn(before, name)) yield* changes(before[name], now[name], member, mayDiffer);
      else if (!mayDiffer.gained.has(member)) yield `has gained ${member}`;
    }
    return;
  }
  if (before !== now) {
    yield `had ${JSON.stringify(before)} at ${place || 'the top'}, and has ${JSON.stringify(now)}`;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
