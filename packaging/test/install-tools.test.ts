import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { outcomeOf } from '../../packages/cli/test/hookwell-process.ts';
import type { Outcome } from '../../packages/cli/test/in-process.ts';
import { root } from '../repository.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookwell-tools-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

/** The folder names these packages, which lie in it themselves. */
function nameLocalPackages(...names: string[]): void {
  const packages: Record<string, object> = {};
  for (const name of names) {
    mkdirSync(join(folder, name), { recursive: true });
    write(`${name}/package.json`, { name, version: '1.0.0' });
    packages[`node_modules/${name}`] = { resolved: name, link: true };
    packages[name] = { version: '1.0.0' };
  }
  nameDependencies(Object.fromEntries(names.map((name) => [name, `file:${name}`])), packages);
}

function nameDependencies(dependencies: Record<string, string>, packages: object): void {
  const own = { name: 'tools', dependencies };
  write('package.json', own);
  write('package-lock.json', { ...own, lockfileVersion: 3, packages: { '': own, ...packages } });
}

function write(name: string, content: object): void {
  writeFileSync(join(folder, name), JSON.stringify(content));
}

function install(): Promise<Outcome> {
  const command = join(root, 'packaging/install-tools.ts');
  const env = { ...process.env, npm_config_offline: 'true' };
  return outcomeOf(spawn(process.execPath, [command, folder], { env }));
}

const isInstalled = (name: string) => existsSync(join(folder, 'node_modules', name));
const done = { code: 0, out: '', error: expect.stringMatching(/^Hookwell: installing .*\n$/) };
const quiet = { code: 0, out: '', error: '' };

test('the packages of a folder are installed when they are missing or stale, and then no more', async () => {
  nameLocalPackages('one');
  expect(await install()).toEqual(done);
  expect(await install()).toEqual(quiet);
  nameLocalPackages('two');
  expect(await install()).toEqual(done);
  expect([isInstalled('one'), isInstalled('two')]).toEqual([false, true]);
  // As after an install that was cut off.
  rmSync(join(folder, 'node_modules'), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  expect(await install()).toEqual(done);
  expect(isInstalled('two')).toBe(true);
});

test('of several that ask at once one installs, and the others wait for it', async () => {
  nameLocalPackages('one');
  const outcomes = await Promise.all([install(), install(), install()]);
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(outcomes.filter(({ error }) => error !== '')).toEqual([done]);
  expect(isInstalled('one')).toBe(true);
});

test('a package that cannot be had is a failure with its reason, and nothing counts as installed', async () => {
  const name = 'hookwell-package-of-nobody';
  const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`;
  nameDependencies(
    { [name]: '1.0.0' },
    { [`node_modules/${name}`]: { version: '1.0.0', integrity } },
  );
  for (const attempt of [1, 2]) {
    expect(await install(), `attempt ${attempt}`).toEqual({
      code: 1,
      out: '',
      error: expect.stringMatching(
        /^Hookwell: installing .*\nThe packages of \S+ cannot be installed, which needs npm's registry: code ENOTCACHED; .+\n$/,
      ),
    });
  }
});
