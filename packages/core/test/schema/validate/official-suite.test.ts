import { describe, expect, test } from 'vitest';
import {
  differencesOf,
  readJsonValue,
  readSchema,
  SchemaError,
} from '../../../src/schema/validate/index.ts';
import { officialSuite, resources } from './official-suite.ts';

/** Groups of schemas that are not taken, by what they use. Of the others every verdict is right. */
const refused: ReadonlySet<string> = new Set([
  // `$dynamicRef`, which the validator does not know
  'A $dynamicRef to a $dynamicAnchor in the same schema resource behaves like a normal $ref to an $anchor',
  'A $dynamicRef to an $anchor in the same schema resource behaves like a normal $ref to an $anchor',
  'A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated',
  'A $dynamicRef without anchor in fragment behaves identical to $ref',
  "A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution",
  'An $anchor with the same name as a $dynamicAnchor is not used for dynamic scope resolution',
  'A $dynamicRef without a matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor',
  'A $dynamicRef with a non-matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor',
  'A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope',
  'A $dynamicRef that initially resolves to a schema without a matching $dynamicAnchor behaves like a normal $ref to $anchor',
  'multiple dynamic paths to the $dynamicRef keyword',
  'after leaving a dynamic scope, it is not used by a $dynamicRef',
  'strict-tree schema, guards against misspelled properties',
  'tests for implementation dynamic anchor and reference link',
  '$ref and $dynamicAnchor are independent of order - $defs first',
  '$ref and $dynamicAnchor are independent of order - $ref first',
  // the schema of schemas
  'invalid anchors',
  'validate definition against metaschema',
  'Invalid use of fragments in location-independent $id',
  'Valid use of empty fragments in location-independent $id',
  'Unnormalized $ids are allowed but discouraged',
  'remote ref, containing refs itself',
  'URN base URI with f-component',
  // dialects of their own, which are optional
  'schema that uses custom metaschema with with no validation vocabulary',
  'ignore unrecognized optional vocabulary',
]);

describe('the official tests of draft 2020-12', () => {
  test.each(officialSuite)('%s', (_file, groups) => {
    for (const { description, schema, tests } of groups) {
      const read = () => readSchema(schema, { patterns: 'taken', resources });
      if (refused.has(description)) {
        expect(read, description).toThrow(SchemaError);
        continue;
      }
      const checked = read();
      for (const { data, valid, description: which } of tests) {
        const differences = differencesOf(checked, readJsonValue(JSON.stringify(data)));
        expect(differences.length === 0, `${description}: ${which}`).toBe(valid);
        // Something is said of whatever does not fit.
        expect(differences.map(({ problem }) => problem)).not.toContain('The body does not fit');
      }
    }
  });

  test('are all there', () => {
    const groups = officialSuite.flatMap(([, ofFile]) => ofFile);
    expect(groups.flatMap(({ tests }) => tests)).toHaveLength(1176);
    const names = new Set(groups.map(({ description }) => description));
    expect([...refused].filter((name) => !names.has(name))).toEqual([]);
  });
});
