import type { JsonValue } from '../body/json-node.ts';
import { isInOrder, jsonTest, type TextTest, textTest } from '../body/value-tests.ts';
import type {
  BodyKind,
  JsonPath,
  Match,
  MatchCondition,
  MatchField,
  MatchOperator,
} from '../language/match.ts';
import { fold } from '../text/fold.ts';
import { Needle } from '../text/needle.ts';
import { decodePercent, decodeQuery } from '../text/query-text.ts';
import { parseTimeBound, type TimeBound } from '../text/times.ts';
import { headValues } from './head-values.ts';
import { isKindByHead } from './kinds-by-head.ts';
import type { MatchableRequest } from './matchable-request.ts';

/** The part of a term that only the body decides. */
export type BodyTest =
  | { kind: 'contains'; needle: Needle }
  | { kind: 'equals'; text: string }
  | { kind: 'json'; path: JsonPath; test: (value: JsonValue) => boolean }
  | { kind: 'body-kind'; bodyKind: BodyKind }
  | { kind: 'event'; test: TextTest };

/** A term made ready for application. */
export interface CompiledTerm {
  isNegated: boolean;
  /** Whether it is one of several alternatives, of which one must hold: `method` without a minus sign. */
  isAlternative: boolean;
  /** Whether the condition, without the minus sign, holds by what is known before the body; `undefined` if the body decides. */
  byHead: (request: MatchableRequest, now: number) => boolean | undefined;
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
        byHead: (request) => isKindByHead(condition.bodyKind, request),
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
    byHead: (request) => (isInHead(needle, request) ? true : undefined),
    body: { kind: 'contains', needle },
  };
}

/** Looks in all of a request but its body. The token is no part of it. */
function isInHead(needle: Needle, request: MatchableRequest): boolean {
  const texts = headTexts(request);
  // One search in all of them costs a third of a search in each. A text without a line feed crosses no border.
  return needle.text.includes('\n')
    ? texts.some((text) => needle.isIn(text))
    : needle.isIn(texts.join('\n'));
}

function headTexts({ method, path, query, headers, ipAddress }: MatchableRequest): string[] {
  const texts = [method, path, ipAddress];
  if (path.includes('%')) texts.push(decodePercent(path));
  if (query !== '') texts.push(query, decodeQuery(query));
  for (const [name, value] of headers) texts.push(name, value);
  return texts;
}

function hasCondition(field: MatchField): CompiledCondition {
  switch (field.name) {
    case 'body':
      return { byHead: ({ bodySize }) => bodySize > 0, body: undefined };
    case 'json.PATH':
      return onlyByBody({ kind: 'json', path: field.path, test: () => true });
    case 'event':
      return byEvent(() => true);
    case 'header.NAME':
    case 'query.NAME':
      return { byHead: (request) => headValues(field, request).length > 0, body: undefined };
    default:
      return {
        byHead: (request) => headValues(field, request).some((value) => value !== ''),
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
  return { byHead: (request) => headValues(field, request).some(test), body: undefined };
}

function onlyByBody(body: BodyTest): CompiledCondition {
  return { byHead: () => undefined, body };
}

function byEvent(test: TextTest): CompiledCondition {
  return {
    byHead: ({ event }) => {
      if (typeof event === 'object') return undefined;
      return event !== undefined && test(event);
    },
    body: { kind: 'event', test },
  };
}

function receivedCondition(operator: MatchOperator, text: string): CompiledCondition {
  const bound = parseTimeBound(text);
  return {
    byHead: ({ receivedAt }, now) =>
      bound !== undefined && isInOrder(operator, receivedAt - boundAt(bound, now)),
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
  const name = fold(text.slice(0, colon));
  const value = text.slice(colon + 2);
  return {
    byHead: ({ headers }) =>
      colon !== -1 && headers.some((header) => header[1] === value && fold(header[0]) === name),
    body: undefined,
  };
}
