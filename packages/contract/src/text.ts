import { Type } from 'typebox';

/** Text without a NUL character: one of the databases cannot store it. */
export const withoutNul = '^[^\\u0000]*$';

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
