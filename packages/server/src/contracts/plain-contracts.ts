import type { ContractFinding } from '@hookwell/contract';

/* Stands in for `@hookwell/schemas` until that is merged: `type`, `properties`, `required` and `additionalProperties: false`. */

export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

interface PlainSchema {
  type?: string;
  properties?: Record<string, PlainSchema>;
  required?: string[];
  additionalProperties?: boolean;
}

export interface Contract {
  events: ReadonlyMap<string, PlainSchema>;
}

export function readContract(document: unknown): Contract {
  const events: unknown = Object(document).events;
  if (typeof events !== 'object' || events === null) throw new SchemaError('events is required');
  for (const [name, schema] of Object.entries(events)) {
    const type: unknown = Object(schema).type;
    if (type !== undefined && typeof type !== 'string')
      throw new SchemaError(`events[${JSON.stringify(name)}].type must be a string`);
  }
  return { events: new Map(Object.entries(events)) };
}

export function findingOf(
  { events }: Contract,
  event: string | undefined,
  body: string,
): ContractFinding {
  if (event === undefined) return { verdict: 'none', reason: 'The request names no event' };
  const schema = events.get(event);
  if (schema === undefined)
    return { verdict: 'none', reason: `The contract has no schema for \`${event}\`` };
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { verdict: 'none', reason: 'The body is no JSON' };
  }
  const differences = differencesOf(schema, value, '');
  return differences.length === 0 ? { verdict: 'holds' } : { verdict: 'differs', differences };
}

function differencesOf(schema: PlainSchema, value: unknown, path: string) {
  const found: { path: string; problem: string }[] = [];
  const type = Number.isInteger(value) ? 'integer' : typeof value;
  if (schema.type !== undefined && schema.type !== type)
    found.push({ path, problem: `\`${path}\` is a ${type}, was a ${schema.type}` });
  const { properties = {}, required = [] } = schema;
  for (const name of required)
    if (!Object.hasOwn(Object(value), name))
      found.push({ path: name, problem: `\`${name}\` is missing` });
  for (const [name, member] of Object.entries(Object(value))) {
    const inner = properties[name];
    if (inner !== undefined) found.push(...differencesOf(inner, member, name));
    else if (schema.additionalProperties === false)
      found.push({ path: name, problem: `\`${name}\` is new` });
  }
  return found;
}
