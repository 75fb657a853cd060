/** The formats that are told of strings (JSON Schema 2020-12, format annotations), the narrower ones first. */
export const stringFormats = ['date-time', 'date', 'uuid', 'email', 'ipv4', 'uri'] as const;
export type StringFormat = (typeof stringFormats)[number];

export type TypeName = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** The schema of the values at one place of many samples. Empty: nothing is told of them. */
export interface ValueSchema {
  readonly type?: TypeName | readonly TypeName[];
  /** Of each object; the members in their usual order. */
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  /** The members of every object. */
  readonly required?: readonly string[];
  /** The values of an object whose names are ids, or too many. */
  readonly additionalProperties?: ValueSchema | false;
  readonly items?: ValueSchema;
  readonly format?: StringFormat;
  /** The share of the objects that have this member, from 0 to 1. */
  readonly 'x-present'?: number;
}

/** A JSON Schema (2020-12) of the JSON bodies that came, without any of their values. */
export interface BodySchema extends ValueSchema {
  readonly $schema: string;
  /** The number of samples. */
  readonly 'x-samples': number;
  /** Which bounds left something out, in words. */
  readonly 'x-left-out'?: readonly string[];
}
