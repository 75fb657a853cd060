import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { sourceCommandFile } from '../../server/test/programs/files.ts';

/** The exports of `built.cjs`. */
interface Built {
  lookAtSources(): string;
  builtFrom(seen: string): { bundle: string } | undefined;
  noteBuilt(seen: string, bundle: string): void;
}

const load = createRequire(import.meta.url);
let root: string;
let built: Built;
let bundle: string;

/** A repository with the entry scripts of this one, a source, a dashboard, a packed command and a bundle. Each says what it starts. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookwell-start-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ['built.cjs', 'start.cjs', 'least-node.cjs']) {
    write(`packages/cli/bin/${name}`, '');
    copyFileSync(join(dirname(sourceCommandFile), name), join(root, 'packages/cli/bin', name));
  }
  write('packages/cli/bin/hookwell.cjs', `console.log('sources', process.argv[2]);`);
  write('packages/server/src/app.ts', 'one');
  write('packages/web/dist/current', 'a build');
  write('packages/cli/dist/current', 'a build');
  bundle = join(root, 'dist/start/0123');
  write(
    'dist/start/0123/bin/hookwell.cjs',
    `const mark = require('node:fs').existsSync(__dirname + '/../used-by-' + process.pid);
    console.log('bundle', process.argv[2], mark ? 'marked' : '');`,
  );
  built = load(join(root, 'packages/cli/bin/built.cjs'));
});

function write(name: string, content: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), content);
}

function start(): string {
  const file = join(root, 'packages/cli/bin/start.cjs');
  const { stdout, stderr } = spawnSync(process.execPath, [file, 'serve'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim();
}

test('without a build the sources are started', () => {
  expect(start()).toBe('sources serve');
});

test('the bundle of the sources as they are is started, and has a mark as long as it runs', () => {
  built.noteBuilt(built.lookAtSources(), bundle);
  expect(start()).toBe('bundle serve marked');
  expect(readdirSync(bundle).filter((name) => name.startsWith('used-by-'))).toEqual([]);
});

test.each<[string, () => void]>([
  ['is there no more', () => rmSync(bundle, { recursive: true })],
  ['has an older dashboard beside it', () => write('packages/web/dist/current', 'another one')],
  ['has no dashboard beside it', () => rmSync(join(root, 'packages/web/dist/current'))],
  ['has no packed command beside it', () => rmSync(join(root, 'packages/cli/dist/current'))],
])('a bundle is not started that %s', (_what, change) => {
  built.noteBuilt(built.lookAtSources(), bundle);
  change();
  expect(start()).toBe('sources serve');
});

test('an installation that can make no bundle starts its sources, and knows that they are built', () => {
  built.noteBuilt(built.lookAtSources(), '');
  expect(built.builtFrom(built.lookAtSources())).toBeDefined();
  expect(start()).toBe('sources serve');
});

test.each<[string, () => void]>([
  ['of another length', () => write('packages/server/src/app.ts', 'three')],
  ['of the same length and time', changeUnnoticed],
  ['that is new', () => write('packages/server/src/new.ts', '')],
  ['that is gone', () => rmSync(join(root, 'packages/server/src/app.ts'))],
  ['with another name', () => rename('packages/server/src/app.ts', 'packages/server/src/b.ts')],
  ['of the packaging', () => write('packaging/bundle.ts', '')],
  ['that tells what npm installed', () => write('node_modules/.package-lock.json', '{}')],
])('a source %s is noticed', (_what, change) => {
  const seen = built.lookAtSources();
  change();
  expect(built.lookAtSources()).not.toBe(seen);
});

function changeUnnoticed(): void {
  const file = join(root, 'packages/server/src/app.ts');
  const { atime, mtime } = statSync(file);
  writeFileSync(file, 'two');
  utimesSync(file, atime, mtime);
}

function rename(from: string, to: string): void {
  renameSync(join(root, from), join(root, to));
}

test('tests, builds and installed packages are no sources', () => {
  const seen = built.lookAtSources();
  write('packages/server/test/app.test.ts', '');
  write('packages/client/dist/index.js', '');
  write('packages/core/libraries/node_modules/stripe/index.js', '');
  expect(built.lookAtSources()).toBe(seen);
});
