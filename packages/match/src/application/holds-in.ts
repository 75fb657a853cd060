import type { WholeBody } from '../body/whole-body.ts';
import type { Match } from '../language/match.ts';
import { type BodyTest, compiledTerms } from './compiled-match.ts';
import type { MatchableRequest } from './matchable-request.ts';
import { verdictOf } from './verdict.ts';

/**
 * Whether a match holds for a request, as `holdsWithBody` says, for many matches on the same body.
 * @param body made with all paths of the match
 * @param now in milliseconds since 1970; ages such as `received>15m` count from it
 */
export function holdsIn(
  match: Match,
  request: MatchableRequest,
  body: WholeBody,
  now: number,
): boolean {
  const terms = compiledTerms(match);
  const verdict = verdictOf(terms, (index) => {
    const term = terms[index];
    const byHead = term?.byHead(request, now);
    if (byHead !== undefined || term?.body === undefined) return byHead ?? false;
    return passes(term.body, request, body);
  });
  return verdict ?? false;
}

function passes(test: BodyTest, request: MatchableRequest, body: WholeBody): boolean {
  switch (test.kind) {
    case 'contains':
      return test.needle.isInFolded(body.folded);
    case 'equals':
      return body.isWhole && body.text === test.text;
    case 'json': {
      const value = body.jsonAt(test.path);
      return value !== undefined && test.test(value);
    }
    case 'event': {
      const event = eventIn(request, body);
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

/** The event of a request, stored or derived from its body. */
export function eventIn({ event }: MatchableRequest, body: WholeBody): string | undefined {
  if (typeof event !== 'object') return event;
  const start = body.text.slice(0, event.mostCharacters);
  return event.eventOf(start, body.isWhole && body.text.length <= event.mostCharacters);
}
