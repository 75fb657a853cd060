export { type Contract, findingOf, readContract } from './contract.ts';
export type { Difference } from './difference.ts';
export { differencesOf } from './judging/differences-of.ts';
export { mostStepsOfJudging, TooMuchWork } from './judging/work.ts';
export { type ReadSchemaOptions, readSchema } from './reading/read-schema.ts';
export { isDialect } from './reading/schema-reader.ts';
export type { CheckedSchema } from './schema/schema-node.ts';
export { SchemaError } from './schema-error.ts';
export { readJsonValue } from './values/read-json-value.ts';
