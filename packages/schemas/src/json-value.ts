import { startOfJson } from '@hookwell/bodies/json';

/** As JSON writes half of a surrogate pair, and a whole one. */
const halfOfPair = /\\u[dD][89a-fA-F]|\p{Cs}/u;

/**
 * Reads a JSON text for the validator. It makes addresses of names, so that halves of surrogate pairs in them are replaced.
 * @returns `undefined` if it is no JSON
 */
export function readJsonValue(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(startOfJson(text) === 0 ? text : text.slice(1));
  } catch {
    return undefined;
  }
  if (halfOfPair.test(text)) completeNames(value);
  return value;
}

function completeNames(value: unknown): void {
  const open = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    for (const [name, member] of Object.entries(one)) {
      if (typeof member === 'object') open.push(member);
      if (name.isWellFormed()) continue;
      Reflect.deleteProperty(one, name);
      Reflect.set(one, name.toWellFormed(), member);
    }
  }
}
