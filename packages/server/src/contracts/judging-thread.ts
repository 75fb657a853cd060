import { findingOf, readContract, SchemaError } from '@hookwell/core/schema/validate';
import { answerComparisons } from './judging.ts';

answerComparisons({
  readContract,
  findingOf,
  isFault: (error) => error instanceof SchemaError,
});
