export type { BodySchema, StringFormat, TypeName, ValueSchema } from './body-schema.ts';
