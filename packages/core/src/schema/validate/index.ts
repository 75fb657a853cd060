export {
  type CheckedSchema,
  isDialect,
  readSchema,
} from './check-schema.ts';
export { type Contract, findingOf, readContract } from './contract.ts';
export { type Difference, differencesOf, readJsonValue, TooMuchWork } from './differences.ts';
export { SchemaError } from './raw-values.ts';
