import type { Answer } from './answer.ts';

/**
 * Members that answers have gained since their first version. An old answer without one is still the same answer. Each is a member's
 * place, where `[]` is any element.
 */
export type GainedMembers = ReadonlySet<string>;

/** What was answered before and is not answered now, a sentence each: other bytes, unless members alone were gained. */
export function differences(before: Answer, now: Answer, gained: GainedMembers): readonly string[] {
  const question = `${before.visitor}: ${before.path}`;
  if (before.status !== now.status) {
    return [`${question} answered ${before.status}, and answers ${now.status}`];
  }
  if (before.type !== now.type) {
    return [`${question} was ${before.type}, and is ${now.type}`];
  }
  if (before.hash === now.hash) return [];
  if (before.document === undefined) return [`${question} has other bytes`];
  const found = [...changes(before.document, now.document, '', gained)];
  // The bytes differ, so that something must be gained: the order of members, or white space, may not change either.
  const isExplained = found.length > 0 || hasGained(before.document, now.document);
  return (isExplained ? found : ['has other bytes for the same values']).map(
    (change) => `${question} ${change}`,
  );
}

/** The places where two documents differ, but for members that were gained. */
function* changes(
  before: unknown,
  now: unknown,
  place: string,
  gained: GainedMembers,
): Generator<string> {
  if (Array.isArray(before) && Array.isArray(now)) {
    if (before.length !== now.length) {
      yield `had ${before.length} elements at ${place || 'the top'}, and has ${now.length}`;
      return;
    }
    for (const [index, element] of before.entries()) {
      yield* changes(element, now[index], `${place}[]`, gained);
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
      if (Object.hasOwn(before, name)) yield* changes(before[name], now[name], member, gained);
      else if (!gained.has(member)) yield `has gained ${member}`;
    }
    return;
  }
  if (before !== now) {
    yield `had ${JSON.stringify(before)} at ${place || 'the top'}, and has ${JSON.stringify(now)}`;
  }
}

/** Whether an object of the second document has a member that its like in the first lacks. */
function hasGained(before: unknown, now: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(now)) {
    return now.some((element, index) => hasGained(before[index], element));
  }
  if (!isObject(before) || !isObject(now)) return false;
  return Object.entries(now).some(
    ([name, value]) => !Object.hasOwn(before, name) || hasGained(before[name], value),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
