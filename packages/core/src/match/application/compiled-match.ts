import {
  isInOrder,
  type JsonTest,
  jsonTest,
  type TextTest,
  textTest,
} from '../body/value-tests.ts';
import type {
  BodyKind,
  JsonPath,
  Match,
  MatchCondition,
  MatchField,
  MatchOperator,
} from '../language/match.ts';
import { Needle } from '../text/compared-text.ts';
import { parseTimeBound, type TimeBound } from '../text/times.ts';
import type { MatchableRequest, MatchedHead } from './request-head.ts';

/** The part of a term that only the body decides. */
export type BodyTest =
  | { kind: 'contains'; needle: Needle }
  | { kind: 'equals'; text: string }
  | { kind: 'json'; path: JsonPath; test: JsonTest }
  | { kind: 'body-kind'; bodyKind: BodyKind }
  | { kind: 'event'; test: TextTest };

/** A term made ready for application. */
export interface CompiledTerm {
  isNegated: boolean;
  /** Whether it is one of several alternatives, of which one must hold: `method` without a minus sign. */
  isAlternative: boolean;
  /** Whether the condition, without the minus sign, holds by what is known before the body; `undefined` if the body decides. */
  byHead: (head: MatchedHead, now: number) => boolean | undefined;
  /** Decides if `byHead` does not. */
  body: BodyTest | undefined;
}

/** Matches are plain data; what was made of each is kept as long as it is. */
const compiled = new WeakMap<Match, readonly CompiledTerm[]>();

export function compiledTerms(match: Match): readonly CompiledTerm[] {
  let terms = compiled.get(match);
  if (terms === undefined) {
    terms = match.terms.map(({ isNegated, condition }) => ({
      isNegated,
      isAlternative: !isNegated && isOnMethod(condition),
      ...compileCondition(condition),
    }));
    compiled.set(match, terms);
  }
  return terms;
}

export function isOnMethod(condition: MatchCondition): boolean {
  return condition.kind === 'field' && condition.field.name === 'method';
}

type CompiledCondition = Pick<CompiledTerm, 'byHead' | 'body'>;

function compileCondition(condition: MatchCondition): CompiledCondition {
  switch (condition.kind) {
    case 'word':
      return wordCondition(condition.text);
    case 'has-kind':
      return {
        byHead: ({ request }) => isKindByHead(condition.bodyKind, request),
        body: { kind: 'body-kind', bodyKind: condition.bodyKind },
      };
    case 'has':
      return hasCondition(condition.field);
    case 'field':
      return fieldCondition(condition.field, condition.operator, condition.text);
  }
}

function wordCondition(text: string): CompiledCondition {
  const needle = new Needle(text);
  return {
    byHead: (head) => (isInHead(needle, head) ? true : undefined),
    body: { kind: 'contains', needle },
  };
}

/** Looks in all of a request but its body. */
function isInHead(needle: Needle, head: MatchedHead): boolean {
  // A text without a line feed crosses no border.
  return needle.text.includes('\n')
    ? head.texts.some((text) => text.contains(needle))
    : head.allTexts.contains(needle);
}

function hasCondition(field: MatchField): CompiledCondition {
  switch (field.name) {
    case 'body':
      return { byHead: ({ request }) => request.bodySize > 0, body: undefined };
    case 'json.PATH':
      return onlyByBody({ kind: 'json', path: field.path, test: () => true });
    case 'event':
      return byEvent(() => true);
    case 'header.NAME':
    case 'query.NAME':
      return { byHead: (head) => head.values(field).length > 0, body: undefined };
    default:
      return {
        byHead: (head) => head.values(field).some(({ text }) => text !== ''),
        body: undefined,
      };
  }
}

function fieldCondition(
  field: MatchField,
  operator: MatchOperator,
  text: string,
): CompiledCondition {
  if (field.name === 'json.PATH') {
    return onlyByBody({ kind: 'json', path: field.path, test: jsonTest(operator, text) });
  }
  if (field.name === 'body') {
    return onlyByBody(
      operator === ':' ? { kind: 'contains', needle: new Needle(text) } : { kind: 'equals', text },
    );
  }
  if (field.name === 'received' && operator !== ':') return receivedCondition(operator, text);
  if (field.name === 'header' && operator === '=') return headerLineCondition(text);
  const test = textTest(field, operator, text);
  if (field.name === 'event') return byEvent(test);
  return { byHead: (head) => head.values(field).some(test), body: undefined };
}

function onlyByBody(body: BodyTest): CompiledCondition {
  return { byHead: () => undefined, body };
}

function byEvent(test: TextTest): CompiledCondition {
  return {
    byHead: (head) =>
      typeof head.event === 'object' ? undefined : head.values({ name: 'event' }).some(test),
    body: { kind: 'event', test },
  };
}

function receivedCondition(operator: MatchOperator, text: string): CompiledCondition {
  const bound = parseTimeBound(text);
  return {
    byHead: ({ request }, now) =>
      bound !== undefined && isInOrder(operator, request.receivedAt - boundAt(bound, now)),
    body: undefined,
  };
}

/** The milliseconds since 1970 that a bound means. */
export function boundAt(bound: TimeBound, now: number): number {
  return 'at' in bound ? bound.at : now - bound.ageMs;
}

/** The line as sent, with the name in any case. */
function headerLineCondition(text: string): CompiledCondition {
  const colon = text.indexOf(': ');
  const field = { name: 'header.NAME' as const, key: text.slice(0, colon).toLowerCase() };
  const value = text.slice(colon + 2);
  return {
    byHead: (head) => colon !== -1 && head.values(field).some((header) => header.is(value)),
    body: undefined,
  };
}

/** Whether a body is of a kind, by what is known before it is read; `undefined` if its text decides. */
function isKindByHead(
  kind: BodyKind,
  { bodySize, mediaType }: MatchableRequest,
): boolean | undefined {
  if (kind === 'empty') return bodySize === 0;
  if (bodySize === 0) return false;
  switch (kind) {
    case 'form':
      return mediaType === 'application/x-www-form-urlencoded';
    case 'multipart':
      return mediaType.startsWith('multipart/');
    case 'image':
      return mediaType.startsWith('image/');
    case 'xml':
      return isXml(mediaType) || undefined;
    default:
      return undefined;
  }
}

function isXml(mediaType: string): boolean {
  return mediaType === 'application/xml' || mediaType === 'text/xml' || mediaType.endsWith('+xml');
}

/** Whether a match holds, from its terms in their order: all must hold, but of alternatives one. */
export class MatchOutcome {
  #isOpen = false;
  #hasAlternatives = false;
  #holdsAlternative = false;

  /** Whether nothing depends on this term any more. */
  ignores({ isAlternative }: CompiledTerm): boolean {
    return isAlternative && this.#holdsAlternative;
  }

  /**
   * @param condition whether the condition of the term holds, without its minus sign; `undefined` if that is open
   * @returns whether the match can hold still
   */
  add({ isNegated, isAlternative }: CompiledTerm, condition: boolean | undefined): boolean {
    if (isAlternative) {
      this.#hasAlternatives = true;
      if (condition === true) this.#holdsAlternative = true;
    } else if (condition === undefined) this.#isOpen = true;
    else return condition !== isNegated;
    return true;
  }

  /** After all terms, if the match could hold with each; `undefined` if an open condition decides. */
  get value(): boolean | undefined {
    if (this.#hasAlternatives && !this.#holdsAlternative) return false;
    return this.#isOpen ? undefined : true;
  }
}

/**
 * Whether a match holds.
 * @param conditionOf whether the condition of a term holds, without its minus sign; `undefined` if that is open
 * @returns `undefined` if an open condition decides
 */
export function verdictOf(
  terms: readonly CompiledTerm[],
  conditionOf: (term: CompiledTerm, index: number) => boolean | undefined,
): boolean | undefined {
  const verdict = new MatchOutcome();
  for (const [index, term] of terms.entries()) {
    if (verdict.ignores(term)) continue;
    if (!verdict.add(term, conditionOf(term, index))) return false;
  }
  return verdict.value;
}
