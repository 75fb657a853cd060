import { type Static, Type } from 'typebox';

/** What every failure answers with, whatever its status. */
export const ErrorBody = Type.Object(
  { error: Type.String({ description: 'One sentence for a person' }) },
  { title: 'Error', examples: [{ error: 'URL limit reached for your plan' }] },
);
export type ErrorBody = Static<typeof ErrorBody>;
