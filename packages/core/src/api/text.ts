import { Type } from 'typebox';

/** Text without a NUL character: one of the databases cannot store it. */
export const withoutNul = '^[^\\u0000]*$';

/** A name that users give. Half of a surrogate pair in it is stored as U+FFFD. */
export const Name = Type.String({ minLength: 1, maxLength: 100, pattern: withoutNul });

/** Text without a NUL character that is not white space alone. */
export const notBlank = '^\\s*[^\\s\\u0000][^\\u0000]*$';

/** A name that others have to see. */
export const ShownName = Type.String({ ...Name, pattern: notBlank });

/** ISO 8601 in UTC with milliseconds: `2026-03-01T12:00:00.000Z`. */
export const DateTime = Type.String({ format: 'date-time' });

/**
 * An object whose names and values come from senders. `Type.Record` would not do: its pattern does not match a name
 * with a line break in it, and such a name would be left out.
 */
export const TextByName = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
});

/** A member that is a text, or absent. */
export function optionalText(description: string, examples?: string[]) {
  return Type.Optional(Type.String({ description, ...(examples && { examples }) }));
}

/** A member that is a whole number from 0 on, or absent. */
export function optionalCount(description: string) {
  return Type.Optional(Type.Integer({ minimum: 0, description }));
}

/** One of these names. */
export function oneOf<const Name extends string>(
  names: readonly Name[],
  options?: { description: string },
) {
  const literals = names.map((name) => Type.Literal(name));
  return Type.Unsafe<Name>(Type.Union(literals, options));
}
