import type { BodySchema } from '@hookwell/client';
import { typescriptOf } from '@hookwell/shape';

// A command loads this file, not the package: the bundler takes a package that is loaded later together with the thread that has
// the rest of it, whose work would begin.

/** The types of a schema, as the text of a module. */
export function typescriptText(schema: BodySchema, event: string | undefined): string {
  return typescriptOf(schema, event);
}
