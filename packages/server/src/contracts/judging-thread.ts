import { answerComparisons } from './judging.ts';
import { findingOf, readContract, SchemaError } from './plain-contracts.ts';

answerComparisons({
  readContract,
  findingOf,
  isFault: (error) => error instanceof SchemaError,
});
