/**
 * Which of several matches hold for a request before it is stored: those of listeners. Unlike the replies of settings,
 * of which the first one that holds counts, all of them are tried.
 */
import {
  holdsInSteps,
  inOneGo,
  type JsonPath,
  type Match,
  RequestHead,
  type RequestSize,
  WholeBody,
  Work,
  WorkEstimate,
} from '@hookwell/match';
import type { Facts } from './examine.ts';

/** A request, as far as matches ask for it. */
export interface MatchedRequest extends Pick<Facts, 'request' | 'body'> {
  /** The sender's name for the event, where a scheme tells it; `undefined`: the request's own. */
  event?: string | undefined;
}

/** For each of the matches whether it holds. */
export type HeldMatches = readonly boolean[];

/** @returns in the order of the matches; `heldMatchesWork` tells how much work that may be */
export function heldMatches(matches: readonly Match[], asked: MatchedRequest): HeldMatches {
  return inOneGo(heldMatchesInSteps(matches, asked));
}

/** The same with a pause about every millisecond. */
export function* heldMatchesInSteps(
  matches: readonly Match[],
  { request, body, event }: MatchedRequest,
  work: Work = new Work(),
): Generator<void, HeldMatches> {
  const whole = new WholeBody(body.text, body.isWhole, matches.flatMap(jsonPathsIn), work);
  const head = new RequestHead(request, work, event);
  const held: boolean[] = [];
  for (const match of matches)
    held.push(yield* holdsInSteps(match, head, whole, request.receivedAt));
  return held;
}

/** The most steps that this may take. */
export function heldMatchesWork(matches: readonly Match[], size: RequestSize): number {
  const estimate = new WorkEstimate();
  for (const match of matches) estimate.addMatch(match);
  return estimate.stepsFor(size);
}

function jsonPathsIn({ terms }: Match): JsonPath[] {
  return terms.flatMap(({ condition }) =>
    'field' in condition && condition.field.name === 'json.PATH' ? [condition.field.path] : [],
  );
}
