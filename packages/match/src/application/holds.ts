import { WholeBody } from '../body/whole-body.ts';
import type { JsonPath, Match } from '../language/match.ts';
import { compiledTerms } from './compiled-match.ts';
import { holdsIn } from './holds-in.ts';
import type { MatchableRequest } from './matchable-request.ts';
import { RequestHead } from './request-head.ts';
import { verdictOf } from './verdict.ts';

/**
 * Whether a match holds for a request, by what is known before its body is read.
 * @param request one that is asked about again is given with what was derived from it: a `RequestHead`
 * @param now in milliseconds since 1970; ages such as `received>15m` count from it
 * @returns `undefined` if the body decides: a `BodyMatcher` tells then. An empty body never does.
 */
export function holds(
  match: Match,
  request: MatchableRequest | RequestHead,
  now: number,
): boolean | undefined {
  const head = RequestHead.of(request);
  const verdict = verdictOf(compiledTerms(match), ({ byHead }) => byHead(head, now));
  if (verdict !== undefined || head.request.bodySize > 0) return verdict;
  return holdsWithBody(match, head, '', now);
}

/**
 * Whether a match holds for a request whose body is at hand.
 * @param body its text, decompressed and decoded
 * @param now in milliseconds since 1970; ages such as `received>15m` count from it
 */
export function holdsWithBody(
  match: Match,
  request: MatchableRequest | RequestHead,
  body: string,
  now: number,
): boolean {
  const head = RequestHead.of(request);
  return holdsIn(match, head, new WholeBody(body, true, jsonPaths(match), head.work), now);
}

function* jsonPaths({ terms }: Match): Generator<JsonPath> {
  for (const { condition } of terms) {
    if ('field' in condition && condition.field.name === 'json.PATH') yield condition.field.path;
  }
}
