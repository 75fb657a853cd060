export type { BodySchema, StringFormat, TypeName, ValueSchema } from './body-schema.ts';
export { SampleReader } from './inference/sample-reader.ts';
export { schemaOf } from './inference/schema-of.ts';
export { Shape } from './inference/shape.ts';
export { pinnedSchemaOf } from './pinned-schema.ts';
export { interfaceNameOf } from './typescript/interface-name.ts';
export { typescriptOf } from './typescript/typescript-of.ts';
