import { once } from 'node:events';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { npm } from '../npm.ts';
import { repositoryManifest, root } from '../repository.ts';
import { firstLine, Place } from './command.ts';
import { isLeastNodesMachine, leastNode } from './least-node.ts';
import { npmScript } from './npm-script.ts';
import { keepsItsPromises } from './promises.ts';
import { registryWith } from './registry.ts';

const folder = () => join(inject('installation'), 'node_modules/hookwell');
const bin = () => join(folder(), 'bin/hookwell.cjs');
const manifest = () => JSON.parse(readFileSync(join(folder(), 'package.json'), 'utf8'));
const filesLike = (pattern: string) =>
  globSync(pattern, { cwd: folder() }).filter((name) => statSync(join(folder(), name)).isFile());

describe('run by this Node', () => {
  // What works with the least Node works with later ones.
  if (!isLeastNodesMachine) keepsItsPromises(() => new Place([process.execPath, bin()]));

  test('is what npx fetches and runs in an empty folder, and the second time without a network', async () => {
    await using registry = await registryWith(inject('tarballs').hookwell, manifest());
    await using place = new Place([process.execPath, npmScript(), 'exec', '--yes', '--']);
    // npm's cache is in the home of the place, and npm starts this Node again.
    place.environment.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    place.environment.npm_config_registry = registry.url;
    for (const offline of ['false', 'true']) {
      place.environment.npm_config_offline = offline;
      const child = place.spawn(['hookwell', 'serve']);
      const url = await firstLine(child, /ready: (\S+)$/);
      expect((await fetch(`${url}/healthz`)).status, `offline: ${offline}`).toBe(200);
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    }
  });
});

describe.runIf(isLeastNodesMachine)('run by the least Node that is promised', () => {
  keepsItsPromises(() => new Place([leastNode().program, bin()]));
});

test('a Node that is too old for every command refuses in one sentence', async () => {
  await using place = new Place([process.execPath]);
  const pretence = join(place.folder, 'pretend-old.cjs');
  writeFileSync(
    pretence,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });
    delete process.getBuiltinModule;`,
  );
  expect(await place.run(['--require', pretence, bin(), 'serve'])).toEqual({
    code: 1,
    out: '',
    error: 'hookwell: needs Node.js 20.16 or newer, this is 18.20.0\n',
  });
});

describe('its files', () => {
  test('are the published ones alone', () => {
    const shown = filesLike('**').map((name) => name.replaceAll('\\', '/'));
    const places = new Set(shown.map((name) => name.replace(/\/.*/, '/')));
    expect([...places].sort()).toEqual(
      [
        'LICENSE',
        'README.md',
        'THIRD-PARTY-LICENCES.txt',
        'bin/',
        'files/',
        'lib/',
        'package.json',
      ].sort(),
    );
    expect(shown.filter((name) => /\.(ts|tsx|map)$|\.test\.|(^|\/)tests?\//.test(name))).toEqual(
      [],
    );
  });

  test('tell nothing of the folder that they were made in', () => {
    for (const name of filesLike('**')) {
      expect(readFileSync(join(folder(), name)).includes(root), name).toBe(false);
    }
  });

  test('have the terms of what is inside', () => {
    const terms = readFileSync(join(folder(), 'THIRD-PARTY-LICENCES.txt'), 'utf8');
    for (const name of ['fastify', 'pg', 'kysely', 'zod', 'react', '@base-ui/react']) {
      expect(terms, name).toMatch(new RegExp(`^(## )?${name} (- )?\\d+\\.`, 'm'));
    }
    expect(terms).toContain('Swagger UI');
    expect(terms).toContain('Apache License');
  });

  test('take less than 40 MB, with everything that they need', () => {
    const { name, version, dependencies, optionalDependencies } = manifest();
    expect({ name, version }).toEqual({
      name: repositoryManifest().name,
      version: repositoryManifest().version,
    });
    expect([dependencies, optionalDependencies]).toEqual([undefined, undefined]);
    const bytes = filesLike('**').reduce(
      (sum, file) => sum + statSync(join(folder(), file)).size,
      0,
    );
    expect(bytes).toBeLessThan(40e6);
  });

  test('say where they come from when a release packs them', () => {
    expect(manifest()).toMatchObject({
      license: 'MIT',
      description: repositoryManifest().description,
      publishConfig: { access: 'public', provenance: true },
    });
    expect(npm(folder(), ['pkg', 'get', 'bin.hookwell']).trim()).toBe('"bin/hookwell.cjs"');
  });
});
