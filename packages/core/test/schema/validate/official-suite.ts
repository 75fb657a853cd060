import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'json-schema-test-suite');

/** Schemas of the official suite with values that fit them or do not. */
export interface SuiteGroup {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

/** A JSON file as it is: an import would take `__proto__` for something else. */
function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The required tests of draft 2020-12, by file. */
export const officialSuite = Object.entries(
  readJson<Record<string, SuiteGroup[]>>(join(folder, 'draft2020-12.json')),
);

/** Documents that references of the suite lead into. */
export const resources = new Map(
  Object.entries(readJson<Record<string, unknown>>(join(folder, 'remotes.json'))),
);
