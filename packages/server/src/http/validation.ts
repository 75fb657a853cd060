import { notBlank } from '@hookwell/core/api';
import { Ajv, type DefinedError } from 'ajv';
import { build } from 'fast-json-stringify';
import type { FastifyReply, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { ApiError } from '../api-error.ts';

/*
 * Ajv validates and not TypeBox, whose validator counts grapheme clusters instead of JSON Schema's
 * characters: a letter with ten thousand accents would count as one.
 */
const ajv = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  verbose: true,
});

// A name, an @ and a host of two labels or more. RFC 5321 allows more than real addresses use.
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
ajv.addFormat('email', new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`, 'i'));

/**
 * Checks one part of a request against its schema. Nothing is coerced, removed or filled in, but a text
 * of plain digits in the query or the path counts as an integer if the schema wants one. A failure is an
 * ApiError whose sentence names the field.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validate = ajv.compile(schema);
  const inUrl = httpPart === 'querystring' || httpPart === 'params';
  const integers = inUrl ? integerNames(schema) : [];
  return (data: unknown) => {
    const value = inUrl ? withIntegers(data, integers) : data;
    if (validate(value)) return httpPart === 'headers' ? {} : { value };
    // The schemas use no other keywords than those of JSON Schema.
    const error = validate.errors?.[0] as DefinedError;
    return { error: httpPart === 'params' ? failureOfPath(error) : failure(error) };
  };
};

/** The same but for the body, which has a reader of its own, whose sentences name places as its writers know them. */
export const withOwnReader: FastifySchemaCompiler<TSchema> = (part) =>
  part.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(part);

/**
 * The same check for a value from elsewhere, as a function that returns the value.
 * @throws {ApiError} `invalidInput`, from that function
 */
export function compileCheck<Schema extends TSchema>(
  schema: Schema,
): (value: unknown) => Static<Schema> {
  const validate = ajv.compile(schema);
  return (value) => {
    // Ajv has just checked that it is what the schema describes.
    if (validate(value)) return value as Static<Schema>;
    throw failure(validate.errors?.[0] as DefinedError);
  };
}

function failure(error: DefinedError): ApiError {
  return new ApiError('invalidInput', { sentence: sentenceOf(error) });
}

/** A path that cannot name anything is unknown. Only a tracking id of the wrong form is invalid input. */
function failureOfPath(error: DefinedError): ApiError {
  return error.instancePath === '/trackingId' ? failure(error) : new ApiError('notFound');
}

function integerNames(schema: TSchema): string[] {
  if (!('properties' in schema)) return [];
  return Object.entries(Object(schema.properties))
    .filter(([, property]) => Object(property).type === 'integer')
    .map(([name]) => name);
}

/** An integer of at most 15 digits is exact. Any other text stays a text, and fails. */
function withIntegers(data: unknown, names: readonly string[]): Record<string, unknown> {
  // The object has no prototype, so that a parameter called `__proto__` is like any other.
  const values: Record<string, unknown> = Object.assign(Object.create(null), data);
  for (const name of names) {
    const text = values[name];
    if (typeof text === 'string' && /^\d{1,15}$/.test(text)) values[name] = Number(text);
  }
  return values;
}

function sentenceOf(error: DefinedError): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  if (error.keyword === 'required') {
    const name = error.params.missingProperty;
    return `${path === '' ? name : `${path}.${name}`} is required`;
  }
  return path === '' ? 'The body must be a JSON object' : `${path} ${demandOf(error)}`;
}

function demandOf(error: DefinedError): string {
  if (Array.isArray(error.data)) return 'must be given once, and not as a list';
  switch (error.keyword) {
    case 'type':
      return error.parentSchema?.type === 'integer'
        ? rangeOf(error.parentSchema)
        : `must be ${nounOf[error.params.type] ?? error.params.type}`;
    case 'minimum':
    case 'maximum':
      return rangeOf(error.parentSchema);
    case 'minLength':
      return `must have at least ${characters(error.params.limit)}`;
    case 'maxLength':
      return `must have at most ${characters(error.params.limit)}`;
    case 'format':
      return error.params.format === 'email' ? 'must be an email address' : 'has the wrong form';
    case 'pattern':
      if (String(error.data).includes('\0')) return 'must not contain a NUL character';
      return error.params.pattern === notBlank
        ? 'must not be blank'
        : `must have the form ${error.params.pattern}`;
    case 'const':
      return `must be ${error.params.allowedValue}`;
    case 'enum':
      return `must be one of ${error.params.allowedValues.join(', ')}`;
    default:
      return 'is not valid';
  }
}

const nounOf: Partial<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

function rangeOf(schema: unknown): string {
  const { minimum, maximum }: { minimum?: number; maximum?: number } = Object(schema);
  if (minimum !== undefined && maximum !== undefined) {
    return `must be an integer from ${minimum} to ${maximum}`;
  }
  return minimum === undefined ? 'must be an integer' : `must be an integer, ${minimum} or more`;
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

const compiled = new WeakMap<TSchema, (value: unknown) => string>();

/**
 * Compiles what writes the answers of a schema once the first of them is to be written. To compile it for all schemas took a
 * third of the processor time of a start, 30 ms.
 */
export const serializerCompiler: FastifySerializerCompiler<TSchema> =
  ({ schema }) =>
  (value) => {
    let serialize = compiled.get(schema);
    if (serialize === undefined) {
      serialize = build(schema);
      compiled.set(schema, serialize);
    }
    return serialize(value);
  };

/** Sends a text that is JSON already. */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text);
}
