import { textOfBytes } from '@hookwell/match';
import type { StreamedRequest } from '../contract/view.ts';
import type { Check, Finding } from './check.ts';
import { type ExpectedByName, type ExpectedText, present } from './match.ts';
import { notKept, quoted, visible } from './wording.ts';

export function methodCheck(expected: string): Check {
  return {
    words: `method ${visible(expected.toUpperCase())}`,
    look: ({ request: { method } }) => ({
      holds: method.toUpperCase() === expected.toUpperCase(),
      instead: `it was ${visible(method)}`,
    }),
  };
}

export function pathCheck(expected: ExpectedText): Check {
  const nothing = expected === '';
  return {
    words: nothing ? 'no path after the token' : `path ${wordsOf(expected, visible)}`,
    look: ({ request: { path = '' } }) => {
      const text = textOfBytes(path);
      return {
        holds: isLike(text, expected) || isLike(path, expected),
        instead: path === '' ? 'there was none after the token' : `it was ${visible(text)}`,
      };
    },
  };
}

export function headerChecks(expected: ExpectedByName): Check[] {
  return Object.entries(expected).map(([given, value]) => {
    const name = given.toLowerCase();
    const words = `header ${visible(name)}`;
    if (name.startsWith('x-')) return xHeaderCheck(words, name, value);
    const missing = 'there was none';
    return byName(words, value, ({ headers }) => headers, name, { missing });
  });
}

/** Those that the endpoint keeps are known once the request is looked up as it was sent. */
function xHeaderCheck(subject: string, name: string, expected: ExpectedByName[string]): Check {
  return {
    words: isAny(expected) ? subject : `${subject} ${wordsOf(expected)}`,
    look: () => ({ holds: false, isOpen: true, instead: notKept }),
    lookAtSent: ({ headers }) => {
      const values = headers
        .filter(([sent]) => sent.toLowerCase() === name)
        .map(([, sent]) => sent);
      return values.length === 0
        ? { holds: false, instead: notKept }
        : findingAmong(values, expected);
    },
  };
}

/** Any of the values of a repeated name counts. */
function findingAmong(values: readonly string[], expected: ExpectedByName[string]): Finding {
  const holds = values.some((value) => isExpected(value, expected));
  const instead = `it was ${values.slice(-mostValues).map(quoted).join(' and ')}`;
  return { holds, isNear: !holds, instead };
}

/** Any value of a repeated name counts. The request has the last one; the others are in its sent target. */
export function queryChecks(expected: ExpectedByName): Check[] {
  return Object.entries(expected).map(([name, value]) => {
    const words = `query parameter ${visible(name)}`;
    const missing = 'there was none';
    const check = byName(words, value, ({ queryParams }) => queryParams, name, { missing });
    return {
      ...check,
      look: async (examined) => {
        const finding = await check.look(examined);
        const isThere = Object.hasOwn(examined.request.queryParams, name);
        return { ...finding, isOpen: isThere && !finding.holds };
      },
      lookAtSent: ({ query }) => {
        const values = query.filter(([sent]) => sent === name).map(([, sent]) => sent);
        return findingAmong(values, value);
      },
    };
  });
}

/** The most values of one name in a message. */
const mostValues = 5;

export function bodyCheck(expected: ExpectedText): Check {
  const words = typeof expected === 'string' ? `with ${quoted(expected)} in it` : wordsOf(expected);
  return {
    words: `body ${words}`,
    look: ({ request: { body } }) => ({
      holds: typeof expected === 'string' ? body.includes(expected) : isLike(body, expected),
      instead: body === '' ? 'it was empty' : `it was ${quoted(body)}`,
    }),
  };
}

/** Whether a text is as expected. (`search`, unlike `test`, begins at the start each time.) */
export function isLike(text: string, expected: ExpectedText): boolean {
  return typeof expected === 'string' ? text === expected : text.search(expected) !== -1;
}

/** An expected text in words. */
export function wordsOf(expected: ExpectedText, show: (text: string) => string = quoted): string {
  return typeof expected === 'string' ? show(expected) : `like ${visible(String(expected))}`;
}

function byName(
  subject: string,
  expected: ExpectedByName[string],
  valuesOf: (request: StreamedRequest) => Readonly<Record<string, string>>,
  name: string,
  { missing }: { missing: string },
): Check {
  return {
    words: isAny(expected) ? subject : `${subject} ${wordsOf(expected)}`,
    look: ({ request }) => {
      const values = valuesOf(request);
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) return { holds: false, instead: missing };
      const holds = isExpected(value, expected);
      return { holds, isNear: !holds, instead: `it was ${quoted(value)}` };
    },
  };
}

function isAny(expected: ExpectedByName[string]): expected is true | typeof present {
  return expected === true || expected === present;
}

function isExpected(value: string, expected: ExpectedByName[string]): boolean {
  return isAny(expected) || isLike(value, expected);
}
