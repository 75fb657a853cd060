export { idsText } from './history/words.ts';
export { describeVerdict } from './judgement/describe-verdict.ts';
export { type JudgedDelivery, type JudgeOptions, judge } from './judgement/judge.ts';
export { planFor } from './judgement/plan-for.ts';
export type { Finding, Verdict } from './judgement/verdict.ts';
export {
  type Comparison,
  type Expectation,
  type ExpectationKind,
  expectationForms,
} from './language/expectation.ts';
export { ExpectationError } from './language/expectation-error.ts';
export { parseExpectations } from './language/parse-expectations.ts';
export { printExpectation, printExpectations } from './language/print-expectations.ts';
