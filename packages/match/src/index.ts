export { textOfBytes } from '@hookwell/bodies/byte-text';
export { decodeQuery, queryPairs } from '@hookwell/bodies/query-text';
export { BodyMatcher } from './application/body-matcher.ts';
export type { BodyNeedle } from './application/body-needles.ts';
export type { ColumnRange } from './application/column-ranges.ts';
export { headValues } from './application/head-values.ts';
export { holds, holdsWithBody } from './application/holds.ts';
export { holdsIn, holdsInSteps } from './application/holds-in.ts';
export { type MatchPlan, matchPlan } from './application/match-plan.ts';
export { matchWork } from './application/match-work.ts';
export type { EventInBody, MatchableRequest } from './application/matchable-request.ts';
export { RequestHead } from './application/request-head.ts';
export { jsonTypeIn, valueIn } from './application/value-in.ts';
export { type RequestSize, WorkEstimate } from './application/work-estimate.ts';
export { type JsonType, type JsonValue, longestJsonValueCharacters } from './body/json-node.ts';
export { WholeBody } from './body/whole-body.ts';
export { type MatchFieldDescription, matchFields } from './language/fields.ts';
export { type MatchHint, matchHints } from './language/hints.ts';
export { withLocalTimes } from './language/local-times.ts';
export {
  type BodyKind,
  bodyKinds,
  type JsonPath,
  longestMatchCharacters,
  type Match,
  type MatchCondition,
  type MatchField,
  type MatchOperator,
  type MatchTerm,
  mostTerms,
} from './language/match.ts';
export { MatchError } from './language/match-error.ts';
export { firstOperator } from './language/parse-condition.ts';
export { parseFieldName } from './language/parse-field-name.ts';
export { parseMatch, readMatch } from './language/parse-match.ts';
export { printField, printMatch, printTerm, printWord } from './language/print-match.ts';
export { splitTerms } from './language/split-terms.ts';
export { parseDuration, unitMs } from './text/duration.ts';
export { inOneGo, stepsOf, Work } from './text/work.ts';
