/**
 * Which of several matches hold for a request before it is stored: those of listeners. Unlike the replies of settings,
 * of which the first one that holds counts, all of them are tried.
 */
import {
  holdsInSteps,
  inOneGo,
  type JsonPath,
  type Match,
  type MatchTerm,
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
  const whole = new WholeBody(
    body.text,
    body.isWhole,
    matches.flatMap((match) => factsOf(match).paths),
    work,
  );
  const head = new RequestHead(request, work, event);
  const held: boolean[] = [];
  for (const match of matches)
    held.push(yield* holdsInSteps(match, head, whole, request.receivedAt));
  return held;
}

/** The most steps that this may take. */
export function heldMatchesWork(matches: readonly Match[], size: RequestSize): number {
  let steps = 0;
  for (const match of matches) steps += factsOf(match).estimate.stepsFor(size);
  return steps;
}

interface MatchFacts {
  estimate: WorkEstimate;
  paths: readonly JsonPath[];
}

/** Matches are plain data; what was made of each is kept as long as it is. */
const facts = new WeakMap<Match, MatchFacts>();

function factsOf(match: Match): MatchFacts {
  let known = facts.get(match);
  if (known === undefined) {
    const estimate = new WorkEstimate();
    estimate.addMatch(match);
    known = { estimate, paths: match.terms.flatMap(jsonPathIn) };
    facts.set(match, known);
  }
  return known;
}

function jsonPathIn({ condition }: MatchTerm): JsonPath[] {
  return 'field' in condition && condition.field.name === 'json.PATH' ? [condition.field.path] : [];
}
