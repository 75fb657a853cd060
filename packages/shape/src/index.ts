export {
  type BodySchema,
  pinnedSchemaOf,
  type StringFormat,
  type TypeName,
  type ValueSchema,
} from './body-schema.ts';
export { SampleReader } from './inference/sample-reader.ts';
export { schemaOf } from './inference/schema-of.ts';
export { Shape } from './inference/shape.ts';
export { interfaceNameOf } from './typescript/type-names.ts';
export { typescriptOf } from './typescript/typescript-of.ts';
