import type { Match } from '../language/match.ts';
import { fold } from '../text/fold.ts';
import { BodyMatcher } from './body-matcher.ts';
import { compiledTerms } from './compiled-match.ts';
import type { MatchableRequest } from './matchable-request.ts';
import { verdictOf } from './verdict.ts';

/**
 * Whether a match holds for a request, by what is known before its body is read.
 * @param now in milliseconds since 1970; ages such as `received>15m` count from it
 * @returns `undefined` if the body decides: a `BodyMatcher` tells then. An empty body never does.
 */
export function holds(match: Match, request: MatchableRequest, now: number): boolean | undefined {
  const terms = compiledTerms(match);
  const verdict = verdictOf(terms, (index) => terms[index]?.byHead(request, now));
  if (verdict !== undefined || request.bodySize > 0) return verdict;
  return new BodyMatcher(match, request, now).end();
}

/**
 * Whether a match holds for a request whose body is at hand.
 * @param body its text, decompressed and decoded
 * @param now in milliseconds since 1970; ages such as `received>15m` count from it
 */
export function holdsWithBody(
  match: Match,
  request: MatchableRequest,
  body: string,
  now: number,
): boolean {
  const terms = compiledTerms(match);
  let folded: string | undefined;
  // Texts that a body contains are looked for at once; all other terms take a reader of the body.
  const verdict = verdictOf(terms, (index) => {
    const term = terms[index];
    const byHead = term?.byHead(request, now);
    if (byHead !== undefined || term?.body?.kind !== 'contains') return byHead;
    folded ??= fold(body);
    return term.body.needle.isInFolded(folded);
  });
  if (verdict !== undefined) return verdict;
  const matcher = new BodyMatcher(match, request, now);
  matcher.push(body);
  return matcher.end();
}
