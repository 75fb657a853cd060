import type { TypeName, ValueSchema } from '../../src/schema/body-schema.ts';

/** Gives a number below another one: the same numbers in the same order every time. */
export type Choice = (below: number) => number;

export function choices(seed: number): Choice {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
}

const anything = [null, true, 0.5, 'any', [1, 'a'], { a: { b: [] } }];
const texts = {
  'date-time': '2026-03-01T12:00:00Z',
  date: '2026-03-01',
  uuid: '0190f3c4-7d5e-7cc1-8f0e-0123456789ab',
  email: 'who@example.com',
  ipv4: '192.0.2.1',
  uri: 'https://example.com/a',
};

/** A value that fits the schema. */
export function sampleOf(schema: ValueSchema, choose: Choice): unknown {
  const types = typesOf(schema);
  const type = types[choose(Math.max(types.length, 1))];
  if (type === 'object') return objectOf(schema, choose);
  if (type === 'array') {
    return Array.from({ length: choose(3) }, () => sampleOf(schema.items ?? {}, choose));
  }
  if (type === 'string') return schema.format === undefined ? 'text' : texts[schema.format];
  if (type === 'integer') return choose(100);
  if (type === 'number') return choose(100) + 0.5;
  if (type === 'boolean') return choose(2) === 0;
  return type === 'null' ? null : anything[choose(anything.length)];
}

/** An object that fits the schema. */
function objectOf(schema: ValueSchema, choose: Choice): Record<string, unknown> {
  const members = Object.entries(schema.properties ?? {})
    .filter(([name]) => schema.required?.includes(name) || choose(2) === 0)
    .map(([name, value]) => [name, sampleOf(value, choose)]);
  const rest = schema.additionalProperties;
  if (rest && choose(2) === 0) members.push(['name of the map', sampleOf(rest, choose)]);
  return Object.fromEntries(members);
}

/** A value with something of a wrong type at some depth; `undefined` if any value fits. */
export function wrongOf(schema: ValueSchema, choose: Choice): unknown {
  const types = typesOf(schema);
  const within = choose(3) > 0 ? wrongWithin(schema, types, choose) : undefined;
  // To TypeScript `true` has members as objects have, `null` has none.
  if (within !== undefined || types.length === 0) return within;
  if (!types.includes('null')) return null;
  if (types.includes('object')) return undefined;
  return types.includes('boolean') ? undefined : true;
}

function wrongWithin(schema: ValueSchema, types: readonly TypeName[], choose: Choice): unknown {
  if (types.includes('object')) {
    for (const [name, value] of Object.entries(schema.properties ?? {})) {
      const wrong = wrongOf(value, choose);
      if (wrong !== undefined) {
        return Object.fromEntries([...Object.entries(objectOf(schema, choose)), [name, wrong]]);
      }
    }
  }
  const wrong = types.includes('array') ? wrongOf(schema.items ?? {}, choose) : undefined;
  return wrong === undefined ? undefined : [wrong];
}

/** A value that fits, with one member that its schema does not name; `undefined` if it has no place for one. */
export function withNewMember(schema: ValueSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    const longer = withNewMember(schema.items ?? {}, first);
    return longer === undefined ? undefined : [longer, ...others];
  }
  if (typeof value !== 'object' || value === null || schema.properties === undefined) return;
  const members = Object.entries(value);
  for (const [index, [name, member]] of members.entries()) {
    const longer = withNewMember(schema.properties[name] ?? {}, member);
    if (longer !== undefined) return Object.fromEntries(members.with(index, [name, longer]));
  }
  if (schema.additionalProperties) return;
  return Object.fromEntries([...members, ['a new name', 1]]);
}

function typesOf(schema: ValueSchema): readonly TypeName[] {
  return typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
}
