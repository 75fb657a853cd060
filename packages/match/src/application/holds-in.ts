import type { WholeBody } from '../body/whole-body.ts';
import type { Match } from '../language/match.ts';
import { inOneGo } from '../text/work.ts';
import { type BodyTest, compiledTerms } from './compiled-match.ts';
import type { RequestHead } from './request-head.ts';
import { Verdict } from './verdict.ts';

/**
 * Whether a match holds for a request whose body is at hand, for many matches on the same body.
 * @param body made with all paths of the match
 * @param now in milliseconds since 1970; ages such as `received>15m` count from it
 */
export function holdsIn(match: Match, head: RequestHead, body: WholeBody, now: number): boolean {
  return inOneGo(holdsInSteps(match, head, body, now));
}

/** The same, with a pause about every millisecond. */
export function* holdsInSteps(
  match: Match,
  head: RequestHead,
  body: WholeBody,
  now: number,
): Generator<void, boolean> {
  const verdict = new Verdict();
  for (const term of compiledTerms(match)) {
    if (verdict.ignores(term)) continue;
    let condition = term.byHead(head, now);
    if (condition === undefined && term.body !== undefined) {
      if (readsJson(term.body) && body.isLongToRead) yield* body.readJson();
      condition = passes(term.body, head, body);
    }
    const isPossible = verdict.add(term, condition ?? false);
    if (head.work.isDue()) yield;
    if (!isPossible) return false;
  }
  return verdict.value ?? false;
}

function readsJson(test: BodyTest): boolean {
  return test.kind === 'json' || (test.kind === 'body-kind' && test.bodyKind === 'json');
}

function passes(test: BodyTest, head: RequestHead, body: WholeBody): boolean {
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
