import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The module that gives a test a database: test files that lead to it run on each kind. */
const freshDatabase = join(import.meta.dirname, 'fresh-database.ts');
/** The module that knows the files of our programs. */
const programs = join(import.meta.dirname, 'programs/files.ts');

/** The test files below the root that need a database of either kind, for the configuration of Vitest. */
export function filesForAnyDatabase(root: string): string[] {
  return testFiles(root).filter((file) => reaches(resolve(root, file), [freshDatabase]));
}

/** The test files below the root that need neither a database nor a program of ours. */
export function filesOnTheirOwn(root: string): string[] {
  const needs = [freshDatabase, programs];
  return testFiles(root).filter((file) => !reaches(resolve(root, file), needs));
}

function testFiles(root: string): string[] {
  return globSync('packages/*/test/**/*.test.ts', { cwd: root, exclude: ['**/*.slow.test.ts'] });
}

/** Whether the imports of a file lead to one of the targets. */
function reaches(file: string, targets: readonly string[], seen = new Set<string>()): boolean {
  if (targets.includes(file)) return true;
  // Product code never imports a test.
  if (seen.has(file) || !file.includes('/test/')) return false;
  seen.add(file);
  // An import of types alone needs nothing of the file.
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*?from '(\.[^']*)';/gm,
  );
  return imports.some(([, path = '']) => reaches(resolve(dirname(file), path), targets, seen));
}
