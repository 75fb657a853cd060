export {
  type BodySchema,
  pinnedSchemaOf,
  type StringFormat,
  type TypeName,
  type ValueSchema,
} from './body-schema.ts';
export { SampleReader } from './infer/sample-reader.ts';
export { schemaOf } from './infer/schema-of.ts';
export { type PlainShape, Shape } from './infer/shape.ts';
export { interfaceNameOf, typescriptOf } from './typescript/typescript-of.ts';
