import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { stampOf } from '../../scripts/stamp.ts';

const repository = join(import.meta.dirname, '../../../..');

/** A small repository of the same shape, with the real build script. */
interface Repository extends AsyncDisposable {
  root: string;
  dist: string;
  write(file: string, content: string): Promise<void>;
  /** Starts the build script. */
  start(): ChildProcess;
  /** Runs it to its end. Gives its exit code and its output. */
  run(): { code: number | null; output: string; errors: string };
  /** The name of the current build. */
  current(): string;
  /** A file of the current build. */
  read(file: string): Buffer;
}

const page =
  '<!doctype html><div id="root"></div><script type="module" src="/src/main.ts"></script>';

async function smallRepository(): Promise<Repository> {
  const root = await mkdtemp(join(tmpdir(), 'hookwell-test-'));
  const dist = join(root, 'packages/web/dist');
  const script = join(root, 'packages/web/scripts/build-when-stale.ts');
  cpSync(join(repository, 'packages/web/scripts'), dirname(script), { recursive: true });
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'));
  const write: Repository['write'] = async (file, content) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), content);
  };
  await write('package.json', '{"type":"module"}');
  await write('package-lock.json', '{}');
  await write('packages/web/index.html', page);
  await write(
    'packages/web/src/main.ts',
    `import { word } from '../../client/src/word.ts'; document.title = word + process.env.NODE_ENV;`,
  );
  await write(
    'packages/client/src/word.ts',
    `export const word: string = '${'first '.repeat(300)}';`,
  );
  await write(
    'packages/web/vite.config.ts',
    'export default { root: import.meta.dirname, define: { mode: "process.env.NODE_ENV" } };',
  );
  const current = () => readFileSync(join(dist, 'current'), 'utf8').trim();
  return {
    root,
    dist,
    write,
    start: () => spawn(process.execPath, [script], { stdio: 'ignore' }),
    run() {
      const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
        encoding: 'utf8',
      });
      return { code: status, output: stdout, errors: stderr };
    },
    current,
    read: (file) => readFileSync(join(dist, current(), file)),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

const built = /^Hookwell: built the dashboard in \d+\.\d s\n$/;

test('builds for production, compressed as well, says so in one line, and is silent while nothing changes', async () => {
  await using repository = await smallRepository();
  expect(repository.run()).toEqual({ code: 0, output: expect.stringMatching(built), errors: '' });
  const name = repository.current();
  const before = repository.read('index.html');
  const [, script = ''] = /src="\/(assets\/index-[\w-]+\.js)"/.exec(before.toString()) ?? [];
  const content = repository.read(script);
  expect(content.toString()).toContain('first first');
  // Vitest says `test`.
  expect(process.env.NODE_ENV).toBe('test');
  expect(content.toString()).toContain('production');
  // Every text is compressed beside it.
  expect(brotliDecompressSync(repository.read(`${script}.br`))).toEqual(content);
  expect(gunzipSync(repository.read(`${script}.gz`))).toEqual(content);
  expect(repository.run()).toEqual({ code: 0, output: '', errors: '' });
  expect(repository.current()).toBe(name);
});

test('a build is stale when any of its sources is another', async () => {
  await using repository = await smallRepository();
  const sources = [
    ['packages/web/src/main.ts', 'document.title = "other";'],
    ['packages/web/src/new.ts', ''],
    ['packages/web/index.html', `${page}<p>`],
    ['packages/web/public/hookwell.svg', '<svg/>'],
    ['packages/web/vite.config.ts', 'export default { root: import.meta.dirname };'],
    ['packages/client/src/word.ts', 'export const word = "other";'],
    ['packages/bodies/src/content-type.ts', ''],
    ['packages/contract/src/index.ts', ''],
    ['package-lock.json', '{"other":1}'],
    ['packages/web/scripts/compress.ts', ''],
  ] as const;
  let stamp = stampOf(repository.root);
  for (const [file, content] of sources) {
    expect(stampOf(repository.root), file).toBe(stamp);
    await repository.write(file, content);
    expect(stampOf(repository.root), file).not.toBe(stamp);
    stamp = stampOf(repository.root);
  }
});

test('builds again after a change', async () => {
  await using repository = await smallRepository();
  repository.run();
  const name = repository.current();
  await repository.write('packages/web/src/main.ts', 'document.title = "other";');
  expect(repository.run().output).toMatch(built);
  expect(repository.current()).not.toBe(name);
  expect(repository.run().output).toBe('');

  // A removed build is made again.
  rmSync(join(repository.dist, repository.current()), { recursive: true });
  expect(repository.run().output).toMatch(built);
});

test('a build that fails says why and leaves the previous one', async () => {
  await using repository = await smallRepository();
  await repository.write('packages/web/src/main.ts', 'import "./missing.ts";');
  const first = repository.run();
  expect(first.code).toBe(1);
  expect(first.errors).toMatch(/^hookwell: the dashboard cannot be built, there is none yet\.\n/);
  expect(first.errors).toContain('missing.ts');
  expect(existsSync(join(repository.dist, 'current'))).toBe(false);

  await repository.write('packages/web/src/missing.ts', '');
  expect(repository.run().code).toBe(0);
  const name = repository.current();
  await repository.write('packages/web/src/missing.ts', 'this is no program');
  const later = repository.run();
  expect(later.code).toBe(1);
  expect(later.errors).toContain('the one from before stays in use');
  expect(repository.current()).toBe(name);
  expect(readdirSync(repository.dist).sort()).toEqual([name, 'current'].sort());
});

test('two builds at the same time end with one whole build', async () => {
  await using repository = await smallRepository();
  const builds = Array.from({ length: 2 }, () => repository.start());
  const codes = await Promise.all(builds.map(async (build) => (await once(build, 'exit'))[0]));
  expect(codes).toEqual([0, 0]);
  expect(readdirSync(repository.dist).sort()).toEqual([repository.current(), 'current'].sort());
  expect(repository.read('index.html').toString()).toContain('/assets/index-');
  expect(repository.run().output).toBe('');
});

test('a killed build leaves the previous one, and the next removes its remains', async () => {
  await using repository = await smallRepository();
  repository.run();
  const name = repository.current();
  // It never ends by itself.
  const hangs =
    "{ name: 'hangs', buildStart: () => new Promise(() => setInterval(() => {}, 1000)) }";
  await repository.write(
    'packages/web/vite.config.ts',
    `export default { root: import.meta.dirname, plugins: [${hangs}] };`,
  );
  const build = repository.start();
  while (!readdirSync(repository.dist).some((entry) => entry.startsWith('building-'))) {
    await new Promise(setImmediate);
  }
  build.kill('SIGKILL');
  await once(build, 'exit');
  expect(repository.current()).toBe(name);
  expect(readdirSync(repository.dist)).toHaveLength(3);

  await repository.write(
    'packages/web/vite.config.ts',
    'export default { root: import.meta.dirname };',
  );
  // After an hour, nothing can be reading the old build any more.
  const then = Date.now() / 1000 - 3600;
  utimesSync(join(repository.dist, name), then, then);
  expect(repository.run().code).toBe(0);
  expect(readdirSync(repository.dist).sort()).toEqual([repository.current(), 'current'].sort());
});
