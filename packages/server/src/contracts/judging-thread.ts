import { findingOf, readContract, SchemaError } from '@hookwell/schemas';
import { answerComparisons } from './judging.ts';

answerComparisons({
  readContract,
  findingOf,
  isFault: (error) => error instanceof SchemaError,
});
