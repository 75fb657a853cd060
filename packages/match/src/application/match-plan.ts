import type { Match, MatchCondition } from '../language/match.ts';
import { fold } from '../text/fold.ts';
import { type BodyNeedle, bodyNeedles } from './body-needles.ts';
import { type ColumnRange, columnRanges } from './column-ranges.ts';
import { isOnMethod } from './compiled-match.ts';

/** The facts about a match that a host can use before it reads a request. */
export interface MatchPlan {
  /** The parts that a request must have for the match to be decided. */
  needs: {
    headers: boolean;
    /** A header whose name begins with `X-` may decide. No sender's event is told by one. */
    xHeaders: boolean;
    query: boolean;
    /** The text of the body may decide. A derived event may do so too; see `event`. */
    body: boolean;
    /** The text of the body must be read as JSON. */
    json: boolean;
    /** The event decides, stored or derived. */
    event: boolean;
  };
  /** Unless there are none, the method fulfils one of these: its lower case contains the text, or is the text. */
  methods: readonly { test: 'contains' | 'equals'; folded: string }[];
  /** Unless it is `undefined`, the verdict on the signature is exactly this. */
  signature: string | undefined;
  /** Unless it is `undefined`, the verdict by a contract is exactly this. */
  contract: string | undefined;
  /** Ranges in which all requests that match lie, both ends included; whole numbers. */
  id: ColumnRange;
  /** In bytes. */
  size: ColumnRange;
  /** In milliseconds since 1970. */
  receivedAt: ColumnRange;
  /** Each of them is in every request that matches: the longest few, since each is looked for in a whole body. */
  needles: readonly BodyNeedle[];
}

/**
 * Derives what holds for every request that matches, for stores that can tell it sooner: they may leave out all others,
 * and ask `holds` about the rest.
 * @param now in milliseconds since 1970; ages such as `received>15m` count from it
 */
export function matchPlan(match: Match, now: number): MatchPlan {
  const conditions = match.terms.map(({ condition }) => condition);
  const positive = match.terms.flatMap(({ isNegated, condition }) =>
    isNegated ? [] : [condition],
  );
  return {
    needs: {
      headers: conditions.some((condition) => reads(condition, ['header', 'header.NAME'])),
      xHeaders: conditions.some(readsXHeader),
      query: conditions.some((condition) => reads(condition, ['query', 'query.NAME'])),
      body: conditions.some(needsBody),
      json: conditions.some(needsJson),
      event: conditions.some((condition) => fieldOf(condition) === 'event'),
    },
    methods: positive.filter(isOnMethod).flatMap((condition) => {
      if (condition.kind !== 'field') return [];
      const test = condition.operator === ':' ? ('contains' as const) : ('equals' as const);
      return [{ test, folded: fold(condition.text) }];
    }),
    signature: exactText(positive, 'signature'),
    contract: exactText(positive, 'contract'),
    ...columnRanges(match.terms, now),
    needles: longestOf(positive.flatMap(bodyNeedles)),
  };
}

const mostNeedles = 4;

function longestOf(needles: readonly BodyNeedle[]): readonly BodyNeedle[] {
  if (needles.length <= mostNeedles) return needles;
  const longestFirst = [...needles].sort((one, other) => other.folded.length - one.folded.length);
  return longestFirst.slice(0, mostNeedles);
}

/** The text that one of the conditions asks a field to be. */
function exactText(
  conditions: readonly MatchCondition[],
  name: 'signature' | 'contract',
): string | undefined {
  for (const condition of conditions) {
    if (condition.kind !== 'field' || condition.field.name !== name) continue;
    if (condition.operator === '=') return condition.text;
  }
  return undefined;
}

function fieldOf(condition: MatchCondition): string | undefined {
  return 'field' in condition ? condition.field.name : undefined;
}

/** A word is looked for everywhere. */
function reads(condition: MatchCondition, names: readonly string[]): boolean {
  return condition.kind === 'word' || names.includes(fieldOf(condition) ?? '');
}

function readsXHeader(condition: MatchCondition): boolean {
  if (reads(condition, ['header'])) return true;
  if (!('field' in condition) || condition.field.name !== 'header.NAME') return false;
  return condition.field.key.startsWith('x-');
}

function needsJson(condition: MatchCondition): boolean {
  if (condition.kind === 'has-kind') return condition.bodyKind === 'json';
  return fieldOf(condition) === 'json.PATH';
}

function needsBody(condition: MatchCondition): boolean {
  switch (condition.kind) {
    case 'word':
      return true;
    case 'has-kind':
      return ['json', 'xml', 'text', 'binary'].includes(condition.bodyKind);
    case 'has':
      return condition.field.name === 'json.PATH';
    case 'field':
      return condition.field.name === 'body' || condition.field.name === 'json.PATH';
  }
}
