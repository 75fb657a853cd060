import { describe, expect, test } from 'vitest';
import { differencesOf, readSchema, SchemaError } from '../src/index.ts';
import { officialSuite, resources } from './official-suite.ts';

/** They have a dialect of their own. What the suite asks of those is optional. */
const refusedGroups = [
  'schema that uses custom metaschema with with no validation vocabulary',
  'ignore unrecognized optional vocabulary',
];

describe('the official tests of draft 2020-12', () => {
  test.each(officialSuite)('%s', (_file, groups) => {
    for (const { description, schema, tests } of groups) {
      const read = () => readSchema(schema, { patterns: 'taken', resources });
      if (refusedGroups.includes(description)) {
        expect(read).toThrow(SchemaError);
        continue;
      }
      const checked = read();
      const found = tests.map(({ data }) => differencesOf(checked, data).length === 0);
      expect(found, description).toEqual(tests.map(({ valid }) => valid));
    }
  });

  test('are all there', () => {
    const groups = officialSuite.flatMap(([, ofFile]) => ofFile);
    expect(groups.flatMap(({ tests }) => tests)).toHaveLength(1176);
  });
});
