import type { Check } from './check.ts';
import { jsonCheck, nameOf } from './json-check.ts';
import type { MatchCriteria, MatchFunction } from './match.ts';
import { signatureCheck } from './signature-check.ts';
import { bodyCheck, headerChecks, methodCheck, pathCheck, queryChecks } from './text-checks.ts';

const criteria: { readonly [Name in keyof MatchCriteria]-?: 0 } = {
  method: 0,
  path: 0,
  header: 0,
  query: 0,
  json: 0,
  body: 0,
  signature: 0,
};

/**
 * The checks of a match, one for each condition.
 * @throws {TypeError} if the match is invalid
 */
export function checksOf(match: MatchCriteria | MatchFunction): Check[] {
  if (typeof match === 'function') return [functionCheck(match)];
  if (typeof match !== 'object' || match === null) {
    throw new TypeError('A match is a text, an object of criteria, or a function');
  }
  for (const name of Object.keys(match)) {
    if (!Object.hasOwn(criteria, name)) {
      const known = Object.keys(criteria).join(', ');
      throw new TypeError(`A match has no "${name}": its criteria are ${known}`);
    }
  }
  const { method, path, header = {}, query = {}, json = {}, body = [], signature } = match;
  return [
    ...(method === undefined ? [] : [methodCheck(method)]),
    ...(path === undefined ? [] : [pathCheck(path)]),
    ...headerChecks(header),
    ...queryChecks(query),
    ...Object.entries(json).map(([where, expected]) => jsonCheck(where, expected)),
    ...[body].flat().map(bodyCheck),
    ...(signature === undefined ? [] : [signatureCheck(signature)]),
  ];
}

function functionCheck(match: MatchFunction): Check {
  return {
    words: nameOf(match),
    look: async ({ request }) => ({
      holds: Boolean(await match(request)),
      instead: 'it does not hold',
    }),
  };
}
