import { WholeBody } from '../body/whole-body.ts';
import type { JsonPath, Match } from '../language/match.ts';
import { type BodyTest, compiledTerms, MatchOutcome, verdictOf } from './compiled-match.ts';
import { type MatchableRequest, MatchedHead } from './request-head.ts';

/**
 * Whether a match holds for a request, by what is known before its body is read.
 * @param request one that is asked about again is given with what was derived from it: a `RequestHead`
 * @param now in milliseconds since 1970; ages such as `received>15m` count from it
 * @returns `undefined` if the body decides: a `BodyMatcher` tells then. An empty body never does.
 */
export function holds(
  match: Match,
  request: MatchableRequest | MatchedHead,
  now: number,
): boolean | undefined {
  const head = MatchedHead.of(request);
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
  request: MatchableRequest | MatchedHead,
  body: string,
  now: number,
): boolean {
  const head = MatchedHead.of(request);
  return holdsIn(match, head, new WholeBody(body, true, jsonPaths(match)), now);
}

function* jsonPaths({ terms }: Match): Generator<JsonPath> {
  for (const { condition } of terms) {
    if ('field' in condition && condition.field.name === 'json.PATH') yield condition.field.path;
  }
}

/**
 * Whether a match holds for a request whose body is at hand, for many matches on the same body.
 * @param body made with all paths of the match
 * @param now in milliseconds since 1970; ages such as `received>15m` count from it
 */
export function holdsIn(match: Match, head: MatchedHead, body: WholeBody, now: number): boolean {
  const verdict = new MatchOutcome();
  for (const term of compiledTerms(match)) {
    if (verdict.ignores(term)) continue;
    let condition = term.byHead(head, now);
    if (condition === undefined && term.body !== undefined)
      condition = passes(term.body, head, body);
    if (!verdict.add(term, condition ?? false)) return false;
  }
  return verdict.value ?? false;
}

function passes(test: BodyTest, head: MatchedHead, body: WholeBody): boolean {
  switch (test.kind) {
    case 'contains':
      return body.contains(test.needle);
    case 'equals':
      return body.is(test.text);
    case 'json':
      return body.passesAt(test.path, test.test);
    case 'event': {
      const event = head.eventIn(body);
      return event !== undefined && test.test(event);
    }
    case 'body-kind':
      return isOfKind(test.bodyKind, body);
  }
}

function isOfKind(kind: string, body: WholeBody): boolean {
  switch (kind) {
    case 'json':
      return body.isJson;
    case 'xml':
      return body.beginsAsXml;
    default:
      return body.isBinary === (kind === 'binary');
  }
}
