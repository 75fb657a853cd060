import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Project } from './installed-package.ts';

let project: Project;
beforeAll(() => {
  project = new Project();
});
afterAll(() => project[Symbol.dispose]());

const filesLike = (pattern: string) =>
  globSync(pattern, { cwd: project.package }).map((name) => name.replaceAll('\\', '/'));
const textOf = (name: string) => readFileSync(join(project.package, name), 'utf8');

/** The imports of a module or a declaration. */
function importsOf(name: string): string[] {
  const text = textOf(name).replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms, '');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, at = '']) => at);
}

describe('the built package', () => {
  test('imports nothing but itself, outside of the fixtures', () => {
    const files = filesLike('**/*.{js,d.ts}');
    expect(files.length).toBeGreaterThan(50);
    const runners: Record<string, string> = {
      'fixtures/vitest': 'vitest',
      'fixtures/playwright': '@playwright/test',
    };
    for (const name of files) {
      const runner = runners[name.replace(/\.(d\.ts|js)$/, '')];
      for (const imported of importsOf(name)) {
        if (imported === runner) continue;
        expect(imported, name).toMatch(/^\.\.?\/.*\.js$/);
        const target = join(project.package, dirname(name), imported);
        expect(existsSync(target), `${name} → ${imported}`).toBe(true);
        expect(existsSync(target.replace(/\.js$/, '.d.ts')), `${name} → ${imported}`).toBe(true);
      }
    }
  });

  test('mentions no library that it does not need', () => {
    for (const name of filesLike('**/*.{js,d.ts}')) {
      expect(textOf(name), name).not.toMatch(/typebox|@hookwell\/contract/i);
    }
  });

  test('has entry points, each with its declarations, and depends on nothing', () => {
    const manifest = JSON.parse(textOf('package.json'));
    expect(manifest).toMatchObject({ name: '@hookwell/client', type: 'module', license: 'MIT' });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('private');
    expect(Object.keys(manifest.exports)).toEqual(
      expect.arrayContaining(['.', './samples', './vitest', './playwright', './package.json']),
    );
    for (const [entry, target] of Object.entries<{ types: string; default: string }>(
      manifest.exports,
    )) {
      if (entry === './package.json') continue;
      expect(existsSync(join(project.package, target.types)), entry).toBe(true);
      expect(existsSync(join(project.package, target.default)), entry).toBe(true);
    }
    for (const [name, { optional }] of Object.entries<{ optional: boolean }>(
      manifest.peerDependenciesMeta,
    )) {
      expect(optional, name).toBe(true);
      expect(manifest.peerDependencies).toHaveProperty([name]);
    }
  });

  test('has instructions and a licence for its users', () => {
    const instructions = textOf('README.md');
    expect(instructions).toContain('@hookwell/client');
    const links = [...instructions.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target);
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(link).toMatch(/^https:\/\/|^#/);
    expect(textOf('LICENSE')).toContain('MIT');
  });
});
