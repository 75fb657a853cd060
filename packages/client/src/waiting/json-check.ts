import type { Check } from './check.ts';
import type { JsonValue } from './examined-request.ts';
import { parsePath } from './json-path.ts';
import { type ExpectedJson, present } from './match.ts';
import { isLike, wordsOf } from './text-checks.ts';
import { quoted, shortened, visible } from './wording.ts';

/**
 * The check of one value in a JSON body.
 * @throws {TypeError} if the path is invalid
 */
export function jsonCheck(path: string, expected: ExpectedJson): Check {
  const steps = parsePath(path);
  return {
    words: `json ${visible(path)}${wordsAfter(expected)}`,
    look: async (examined) => {
      const found = examined.jsonAt(steps);
      const holds = await isExpected(found, expected);
      if (!examined.isJson) return { holds, instead: 'the body is no JSON' };
      if (found === undefined) return { holds, instead: 'there was none' };
      return { holds, isNear: !holds, instead: `it was ${shown(found)}` };
    },
  };
}

async function isExpected(found: JsonValue | undefined, expected: ExpectedJson): Promise<boolean> {
  if (typeof expected === 'function') return Boolean(await expected(found?.value));
  if (found === undefined) return false;
  if (expected === present) return true;
  if (expected instanceof RegExp) return isLike(found.text, expected);
  const { value, text } = found;
  if (typeof expected === 'bigint') return isInteger(found, expected);
  if (typeof expected !== 'string') return value === expected;
  if (typeof value === 'object' && value !== null) return false;
  // `1.0` also counts as the text `1`; but a number that JavaScript had to round is compared by its digits alone.
  return text === expected || (!isRounded(value) && String(value) === expected);
}

function isInteger({ value, text }: JsonValue, expected: bigint): boolean {
  if (typeof value !== 'number') return false;
  if (/^-?\d+$/.test(text)) return BigInt(text) === expected;
  return Number.isSafeInteger(value) && BigInt(value) === expected;
}

function isRounded(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

function wordsAfter(expected: ExpectedJson): string {
  if (expected === present) return '';
  if (typeof expected === 'function') return ` for which ${nameOf(expected)} holds`;
  if (typeof expected === 'string' || expected instanceof RegExp) return ` ${wordsOf(expected)}`;
  return ` ${expected}`;
}

function shown({ value, text }: JsonValue): string {
  if (typeof value === 'string') return quoted(text);
  return visible(shortened(text));
}

/** The name of a given function in messages. */
export function nameOf(given: { readonly name: string }): string {
  // An inline function has the name of its option, or none.
  return given.name === '' ? 'the given function' : `${visible(given.name)}()`;
}
