import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The module that gives a test a database: test files that lead to it run on each kind. */
const freshDatabase = join(import.meta.dirname, 'fresh-database.ts');

/** The test files below the root that need a database of either kind, for the configuration of Vitest. */
export function filesForAnyDatabase(root: string): string[] {
  const files = globSync('packages/*/test/**/*.test.ts', { cwd: root });
  return files.filter((file) => reaches(resolve(root, file), new Set()));
}

/** Whether the imports of a file lead to `fresh-database.ts`. */
function reaches(file: string, seen: Set<string>): boolean {
  if (file === freshDatabase) return true;
  // Product code never imports a test.
  if (seen.has(file) || !file.includes('/test/')) return false;
  seen.add(file);
  // An import of types alone needs nothing of the file.
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*?from '(\.[^']*)';/gm,
  );
  return imports.some(([, path = '']) => reaches(resolve(dirname(file), path), seen));
}
