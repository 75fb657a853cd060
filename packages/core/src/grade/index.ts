export { planFor } from './count.ts';
export {
  type Expectation,
  ExpectationError,
  expectationForms,
  parseExpectations,
} from './expectation.ts';
export { idsText } from './history.ts';
export {
  describeVerdict,
  type Finding,
  judge,
  type Verdict,
} from './judge.ts';
