export type { BodySchema, StringFormat, TypeName, ValueSchema } from './body-schema.ts';
export { pinnedSchemaOf } from './pinned-schema.ts';
export { interfaceNameOf } from './typescript/interface-name.ts';
export { typescriptOf } from './typescript/typescript-of.ts';
