import { ExactNumber } from '../numbers/exact-number.ts';

/** The types of JSON Schema as bits. `number` includes the integers. */
export const kinds = {
  null: 1,
  boolean: 2,
  object: 4,
  array: 8,
  string: 16,
  integer: 32,
  number: 32 | 64,
} as const;
export type KindName = keyof typeof kinds;

/** A number with a fraction. */
export const fraction = kinds.number & ~kinds.integer;

/** The one bit of a value; 0 for what JSON does not have. */
export function kindOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return kinds.string;
    case 'number':
      return Number.isInteger(value) || Math.abs(value) === Infinity ? kinds.integer : fraction;
    case 'boolean':
      return kinds.boolean;
    case 'object':
      if (value === null) return kinds.null;
      if (Array.isArray(value)) return kinds.array;
      if (!(value instanceof ExactNumber)) return kinds.object;
      return value.isInteger ? kinds.integer : fraction;
    default:
      return 0;
  }
}
