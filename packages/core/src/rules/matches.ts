import {
  holdsIn,
  type JsonPath,
  type Match,
  MatchError,
  MatchedHead,
  type MatchTerm,
  parseMatch,
  WholeBody,
} from '../match/index.ts';
import type { Facts } from './evaluate.ts';
import { SettingsError } from './reading.ts';

/** A request, as far as matches ask for it. */
interface MatchedRequest extends Pick<Facts, 'request' | 'body'> {
  /** The sender's name for the event, where a scheme tells it; `undefined`: the request's own. */
  event?: string | undefined;
}

/**
 * Which of several matches hold for a request before it is stored: those of responders. Unlike the replies of settings,
 * of which the first one that holds counts, all of them are tried.
 * @returns in the order of the matches
 */
export function heldMatches(
  matches: readonly Match[],
  { request, body, event }: MatchedRequest,
): readonly boolean[] {
  const paths = matches.flatMap(({ terms }) => terms.flatMap(jsonPathIn));
  const whole = new WholeBody(body.text, body.isWhole, paths);
  const head = new MatchedHead(request, event);
  return matches.map((match) => holdsIn(match, head, whole, request.receivedAt));
}

function jsonPathIn({ condition }: MatchTerm): JsonPath[] {
  return 'field' in condition && condition.field.name === 'json.PATH' ? [condition.field.path] : [];
}

/** Fields that are known only once the request is stored. */
const notYetKnown: ReadonlySet<string> = new Set(['answer', 'id', 'delivery', 'attempt']);

/**
 * Reads the match of a reply, or of a responder.
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
  if (!notYetKnown.has(name)) return;
  const plan = name === 'attempt' ? ': a plan has a step for each attempt' : '';
  const sentence = `${where} ${name} is not known before the request is stored${plan}`;
  throw new SettingsError(place, sentence, { start, end });
}
