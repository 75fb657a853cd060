/**
 * Collects the schemas that have a title: each becomes a component of the description, named by its
 * title, and a reference wherever it is used.
 */
export function collectSchemas() {
  const components = new Map<string, { source: string; schema: unknown }>();

  function refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(refer);
    if (typeof value !== 'object' || value === null) return value;
    if (!('title' in value) || typeof value.title !== 'string') return copyOf(value);
    const { title, ...schema } = value;
    const source = JSON.stringify(value);
    const known = components.get(title);
    if (known !== undefined && known.source !== source) {
      throw new Error(`Two different schemas have the title ${title}`);
    }
    if (known === undefined) components.set(title, { source, schema: copyOf(schema) });
    return { $ref: `#/components/schemas/${title}` };
  }

  function copyOf(value: object): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) =>
        // Examples are data: a title in them does not name a schema.
        [key, key === 'examples' ? structuredClone(member) : refer(member)],
      ),
    );
  }

  return {
    /** The same value as plain data, with references in place of the schemas that have a title. */
    refer,
    /** The collected schemas in the order of their names. */
    named: (): Record<string, unknown> =>
      Object.fromEntries(
        [...components]
          .map(([name, { schema }]): [string, unknown] => [name, schema])
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
  };
}
