import {
  holdsInSteps,
  inOneGo,
  type JsonPath,
  type Match,
  MatchError,
  type MatchTerm,
  parseMatch,
  RequestHead,
  type RequestSize,
  WholeBody,
  Work,
  WorkEstimate,
} from '../match/index.ts';
import type { Facts } from './examine.ts';
import { SettingsError } from './reading.ts';

/** A request, as far as matches ask for it. */
interface MatchedRequest extends Pick<Facts, 'request' | 'body'> {
  /** The sender's name for the event, where a scheme tells it; `undefined`: the request's own. */
  event?: string | undefined;
}

/** For each of the matches whether it holds. */
export type HeldMatches = readonly boolean[];

/**
 * Which of several matches hold for a request before it is stored: those of listeners. Unlike the replies of settings,
 * of which the first one that holds counts, all of them are tried.
 * @returns in the order of the matches; `heldMatchesWork` tells how much work that may be
 */
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

/** Reads the match of a listener, which is tried before the attempt is counted. */
export function readListenerMatch(text: string, place: string): Match {
  const match = readWhen(text, place);
  for (const { condition, start, end } of match.terms) {
    if (!('field' in condition) || condition.field.name !== 'attempt') continue;
    const sentence = `at character ${start + 1}: attempt is not known before the request is stored`;
    throw new SettingsError(place, sentence, { start, end });
  }
  return match;
}

/** Fields that are known only once the answer is decided. */
const notYetKnown: ReadonlySet<string> = new Set(['answer', 'id', 'delivery']);

/**
 * Reads the match of a reply.
 * @param isStored it was taken earlier: values that no request can have are taken
 * @throws {SettingsError} if it makes no sense, or asks for what is not known before the reply is chosen
 */
export function readWhen(text: string, place: string, isStored = false): Match {
  const match = parsed(text, place, isStored);
  for (const term of match.terms) refuseUnknown(term, place);
  return match;
}

function parsed(text: string, place: string, isStored: boolean): Match {
  try {
    return parseMatch(text, { isStored });
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    const { start, end } = error;
    throw new SettingsError(place, `at character ${start + 1}: ${error.message}`, { start, end });
  }
}

function refuseUnknown({ condition, start, end }: MatchTerm, place: string): void {
  if (!('field' in condition)) return;
  const { name } = condition.field;
  const where = `at character ${start + 1}:`;
  if (notYetKnown.has(name)) {
    const sentence = `${where} ${name} is not known before the reply is chosen`;
    throw new SettingsError(place, sentence, { start, end });
  }
  if (name === 'attempt' && condition.kind === 'field' && condition.operator === ':') {
    const sentence = `${where} attempts are compared as numbers: write attempt=2 or attempt>2`;
    throw new SettingsError(place, sentence, { start, end });
  }
}
