export { decodeQuery, queryPairs, textOfBytes } from '../http/target-text.ts';
export { BodyMatcher } from './application/body-matcher.ts';
export { holds, holdsIn, holdsWithBody } from './application/holds.ts';
export {
  type BodyNeedle,
  type ColumnRange,
  type MatchPlan,
  matchPlan,
} from './application/match-plan.ts';
export {
  type EventInBody,
  headValues,
  jsonTypeIn,
  type MatchableRequest,
  MatchedHead,
  valueIn,
} from './application/request-head.ts';
export { longestJsonValueCharacters } from './body/json-node.ts';
export { WholeBody } from './body/whole-body.ts';
export { type MatchFieldDescription, matchFields } from './language/fields.ts';
export { matchHints } from './language/hints.ts';
export {
  type BodyKind,
  bodyKinds,
  type JsonPath,
  longestMatchCharacters,
  type Match,
  type MatchCondition,
  MatchError,
  type MatchField,
  type MatchOperator,
  type MatchTerm,
} from './language/match.ts';
export { firstOperator } from './language/parse-condition.ts';
export { parseFieldName } from './language/parse-field.ts';
export { parseMatch, readMatch, withLocalTimes } from './language/parse-match.ts';
export { printField, printMatch, printTerm, printWord } from './language/print-match.ts';
export { splitTerms } from './language/split-terms.ts';
export { parseDuration, unitMs } from './text/times.ts';
