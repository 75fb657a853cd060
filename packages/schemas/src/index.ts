export {
  type CheckedSchema,
  isDialect,
  type ReadSchemaOptions,
  readSchema,
} from './check-schema.ts';
export { type Contract, findingOf, readContract } from './contract.ts';
export { type Difference, differencesOf, TooMuchWork } from './differences.ts';
export { readJsonValue } from './json-value.ts';
export { SchemaError } from './raw-values.ts';
