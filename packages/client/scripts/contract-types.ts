import * as contract from '@hookwell/core/api';

/** The part of JSON Schema that the contract uses. */
interface Schema {
  title?: string;
  description?: string;
  type?: string | readonly string[];
  enum?: readonly string[];
  const?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  patternProperties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  minItems?: number;
  maxItems?: number;
}

/** Types whose schemas have no title of their own. */
const unions = {
  PlanName: contract.planNames,
  PrincipalStatus: contract.principalStatuses,
  Role: contract.roles,
  AuditAction: contract.auditActions,
};

/** Types that no schema describes. */
const otherTypes: Readonly<Record<string, string>> = {
  BodySchema: "import('@hookwell/core/schema').BodySchema",
  JsonSchema: 'boolean | { readonly [keyword: string]: unknown }',
};

/**
 * The declarations of these types of the contract, written out from its schemas: they mention no library.
 * @throws {Error} if it does not know such a name or schema
 */
export function contractDeclarations(names: readonly string[]): string {
  const declarations = names.map((name) => {
    const union = Object.entries(unions).find(([each]) => each === name)?.[1];
    if (union !== undefined) return `export type ${name} = ${unionOf(union)};\n`;
    if (otherTypes[name] !== undefined) return `export type ${name} = ${otherTypes[name]};\n`;
    const schema: unknown = Reflect.get(contract, name);
    if (!isObjectSchema(schema)) throw new Error(`The contract has no type ${name}`);
    return `export type ${name} = ${objectType(schema, new Set(names))};\n`;
  });
  return declarations.join('\n');
}

/** The declaration of what each operation takes and gives, with these types by their names. */
export function callDeclarations(names: readonly string[]): string {
  const known = new Set(names);
  const all: readonly contract.Operation[] = Object.values(contract.operations);
  const calls = all.map(({ schema: { operationId, body, querystring, response } }) => {
    const answer = (response[200] ?? response[201])?.content?.['application/json']?.schema;
    const typed = (schema: Schema | undefined, none: string) =>
      schema === undefined ? none : typeOf(schema, known);
    const { properties }: Schema = querystring ?? {};
    const query = Object.keys(properties ?? {}).map((key) => `${key}?: Value`);
    return `  ${operationId}: {
    answer: ${typed(answer, 'never')};
    body: ${typed(body, 'undefined')};
    query: ${properties === undefined ? 'undefined' : `{ ${query.join('; ')} }`};
  };
`;
  });
  return `type Value = string | number | undefined;
export type Calls = {
${calls.join('')}};
`;
}

function isObjectSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'properties' in value;
}

/** A type in an object: its name if it is one of these names, else the type written out. */
function typeOf(schema: Schema, names: ReadonlySet<string>): string {
  if (schema.title !== undefined && names.has(schema.title)) return schema.title;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) {
    return schema.anyOf.map((each) => typeOf(each, names)).join(' | ');
  }
  if (schema.enum !== undefined) return namedUnion(schema.enum, names);
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type }, names)).join(' | ');
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return arrayType(schema, names);
    case 'object':
      return objectType(schema, names);
    default:
      throw new Error(`There is no type for ${JSON.stringify(schema)}`);
  }
}

function namedUnion(values: readonly string[], names: ReadonlySet<string>): string {
  const [name] = Object.entries(unions).find(([, each]) => String(each) === String(values)) ?? [];
  return name !== undefined && names.has(name) ? name : unionOf(values);
}

function unionOf(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(' | ');
}

function arrayType({ items, minItems, maxItems }: Schema, names: ReadonlySet<string>): string {
  if (items === undefined) throw new Error('A list needs items');
  const written = typeOf(items, names);
  const item = items.anyOf === undefined && items.enum === undefined ? written : `(${written})`;
  if (minItems === undefined || minItems !== maxItems) return `${item}[]`;
  return `[${Array.from({ length: minItems }, () => item).join(', ')}]`;
}

function objectType(schema: Schema, names: ReadonlySet<string>): string {
  const { properties, required = [] } = schema;
  if (properties === undefined) {
    const value = valuesOf(schema);
    return `Record<string, ${value === undefined ? 'unknown' : typeOf(value, names)}>`;
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const comment = field.description === undefined ? '' : `/** ${field.description} */\n`;
    return `${comment}${name}${required.includes(name) ? '' : '?'}: ${typeOf(field, names)};`;
  });
  return `{\n${fields.join('\n').replace(/^/gm, '  ')}\n}`;
}

/** The schema of the values of an object whose names can be any. */
function valuesOf({ additionalProperties, patternProperties = {} }: Schema): Schema | undefined {
  const [value] = Object.values(patternProperties);
  if (value !== undefined) return value;
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}
