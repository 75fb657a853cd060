import {
  headValues,
  holdsWithBody,
  type MatchableRequest,
  type MatchCondition,
  type MatchField,
  type MatchTerm,
  type Match as ParsedMatch,
  parseMatch,
  printTerm,
  WholeBody,
} from '@hookwell/core/match';
import type { StreamedRequest } from '../calls/requests.ts';
import type { SignatureFinding } from '../contract/types.ts';
import { matchableAsShown } from '../exact/exact-request.ts';
import type { WaitingClient } from './watch.ts';
import { notKept, quoted, shortened, visible } from './wording.ts';

/** The most values of one field in a message. */
const mostValues = 5;

/** A captured request with the text of its body. */
interface WholeRequest {
  request: MatchableRequest;
  body: string;
  /** The verdict on its signature with the reason, for the words of a miss. */
  signature?: SignatureFinding | undefined;
}

/** A term of a match, or several of which one must hold, with its result for a captured request. */
export interface TermFinding {
  words: string;
  holds: boolean;
  /** The term does not hold, but there was another value in this place. */
  isNear?: boolean;
  /** The value that was found, as the rest of a sentence: `it was "GET"`. */
  instead: string;
  /** Only the service can tell whether the term holds. */
  isUnknown?: boolean;
  /** The term that the service can be asked for then. */
  term?: string;
}

/**
 * The terms of a match with their results for one captured request.
 * @param nowMs milliseconds since 1970; ages such as `received>15m` count from it
 */
export function examineTerms(
  { terms }: ParsedMatch,
  whole: WholeRequest,
  nowMs: number,
): TermFinding[] {
  return withAlternatives(terms).map((alternatives) => {
    const [first] = alternatives;
    const words = visible(alternatives.map(printTerm).join(' or '));
    if (first === undefined || isUnknown(first, whole.request)) {
      const term = first && printTerm(first);
      const unknown = { holds: false, isUnknown: true, instead: 'only the service can tell' };
      return { words, ...unknown, ...(term !== undefined && { term }) };
    }
    const holds = holdsWithBody({ terms: alternatives }, whole.request, whole.body, nowMs);
    return { words, holds, ...missOf(first, holds, whole) };
  });
}

/** Each term alone, but all methods of which one must hold together. */
function withAlternatives(terms: readonly MatchTerm[]): MatchTerm[][] {
  const methods = terms.filter(isAlternative);
  return terms
    .filter((term) => !isAlternative(term) || term === methods[0])
    .map((term) => (isAlternative(term) ? methods : [term]));
}

function isAlternative({ isNegated, condition }: MatchTerm): boolean {
  return !isNegated && condition.kind === 'field' && condition.field.name === 'method';
}

/** The service derives the event if none is stored. */
function isUnknown({ condition }: MatchTerm, { event }: MatchableRequest): boolean {
  return 'field' in condition && condition.field.name === 'event' && event === undefined;
}

function missOf(
  { isNegated, condition }: MatchTerm,
  holds: boolean,
  whole: WholeRequest,
): Pick<TermFinding, 'isNear' | 'instead'> {
  if (condition.kind === 'word') {
    return { instead: isNegated ? 'the text is there' : 'the text is nowhere' };
  }
  if (condition.kind === 'has-kind') {
    return { instead: isNegated ? 'the body is of this kind' : 'the body is of another kind' };
  }
  if (condition.kind === 'has' && isNegated) return { instead: 'there was one' };
  const { instead, isThere } = foundIn(condition.field, whole);
  const { name } = condition.field;
  const isOneOfMany = name.includes('.') || name === 'signature' || name === 'contract';
  return { instead, isNear: !holds && isThere && isOneOfMany };
}

/** The values of a field, as the rest of a sentence. */
function foundIn(
  field: Extract<MatchCondition, { field: MatchField }>['field'],
  { request, body, signature }: WholeRequest,
): { instead: string; isThere: boolean } {
  if (field.name === 'json.PATH') return foundInJson(field.path, body);
  if (field.name === 'body') {
    return { instead: body === '' ? 'it was empty' : `it was ${quoted(body)}`, isThere: true };
  }
  if (field.name === 'signature' && signature !== undefined) {
    return { instead: `it was ${verdictWords(signature)}`, isThere: true };
  }
  if (field.name === 'header') return { instead: 'no header line is like this', isThere: false };
  // Of the forms of a path or a query the first one is enough.
  const isOneText = field.name === 'path' || field.name === 'query';
  const values = headValues(field, request).slice(0, isOneText ? 1 : undefined);
  const isMissing = values.every((value) => value === '') && !field.name.includes('.');
  if (values.length === 0 || isMissing) return { instead: missing(field), isThere: false };
  const show = field.name === 'method' || field.name === 'path' ? visible : quoted;
  const shown = values.slice(-mostValues).map((value) => show(shortened(value)));
  return { instead: `it was ${shown.join(' and ')}`, isThere: true };
}

function missing(field: MatchField): string {
  if (field.name === 'path') return 'there was none after the token';
  if (field.name === 'signature') return noVerdict;
  if (field.name === 'contract') return 'there was none: its endpoint had no contract';
  if (field.name === 'header.NAME' && field.key.startsWith('x-')) {
    return notKept;
  }
  return 'there was none';
}

const noVerdict = 'there was none: its endpoint verified no signatures';

/** `invalid (github: No secret given here made this signature.)` */
function verdictWords({ verdict, scheme, reason }: SignatureFinding): string {
  const why = reason === undefined ? scheme : `${scheme}: ${reason}`;
  return `${visible(verdict)} (${visible(why)})`;
}

function foundInJson(path: readonly string[], text: string): { instead: string; isThere: boolean } {
  const body = new WholeBody(text, true, [path]);
  if (!body.isJson) return { instead: 'the body is no JSON', isThere: false };
  const value = body.jsonAt(path);
  if (value === undefined) return { instead: 'there was none', isThere: false };
  const shown = value.type === 'string' ? quoted(value.text) : visible(shortened(value.text));
  return { instead: `it was ${shown}`, isThere: true };
}

/** A captured request with the result of each term. */
export interface Examination {
  request: StreamedRequest;
  findings: TermFinding[];
  /** Whether all of them hold. */
  matches: boolean;
}

export interface MatchOptions {
  /**
   * A HookwellClient, whose service is asked then. Without it a captured request is looked at as far as it tells: it has only the
   * last value of a repeated query name, and no headers beginning with `X-`.
   */
  client?: WaitingClient | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Whether a captured request matches, in the match language. Rejects with the error of the client.
 * @throws {MatchError} if the text is no match
 */
export async function matches(
  match: string,
  request: StreamedRequest,
  { client, signal }: MatchOptions = {},
): Promise<boolean> {
  const parsed = parseMatch(match);
  const { id, body } = request;
  if (client === undefined) {
    return holdsWithBody(parsed, matchableAsShown(request), body, Date.now());
  }
  const only = { after: id - 1, before: id + 1, limit: 1, view: 'summary' as const };
  return (await client.requests.page({ ...only, match, signal })).items.length > 0;
}
