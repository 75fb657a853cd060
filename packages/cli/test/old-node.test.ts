import { spawn } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { binFile, outcomeOf, serve, Workplace } from './hookwell-process.ts';

/** A file to load first, after which this Node says that it is Node 20. */
function pretendOld(workplace: Workplace): string {
  const file = join(workplace.folder, 'pretend-old.cjs');
  writeFileSync(
    file,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });`,
  );
  return file;
}

const hasInstalledNode = (() => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  try {
    createRequire(binFile).resolve(`node-${platform}-${process.arch}/package.json`);
    return true;
  } catch {
    return false;
  }
})();

test('without another Node an old one says so in one line', async () => {
  await using workplace = new Workplace();
  const bin = join(workplace.folder, 'hookwell.cjs');
  copyFileSync(binFile, bin);
  const child = spawn(process.execPath, ['--require', pretendOld(workplace), bin, '--version']);
  expect(await outcomeOf(child)).toEqual({
    code: 1,
    out: '',
    error: expect.stringMatching(
      /^hookwell: needs Node\.js 24\.7 or newer, this is 20\.1\.0;.*\n$/,
    ),
  });
});

test.runIf(hasInstalledNode)('an old Node hands over to the one npm installed', async () => {
  await using workplace = new Workplace();
  const old = ['--require', pretendOld(workplace)];
  const words = ['account', 'create', '--email', 'ada@example.com', '--password-stdin'];
  expect(await outcomeOf(workplace.spawn(words, old), 'correct horse\n')).toEqual({
    code: 0,
    out: '1\n',
    error: '',
  });
  expect(await outcomeOf(workplace.spawn(['nonsense'], old))).toMatchObject({ code: 2 });
});

test.runIf(hasInstalledNode)(
  'an old Node passes SIGTERM on and ends with its exit code',
  async () => {
    await using workplace = new Workplace();
    const server = await serve(workplace, ['--require', pretendOld(workplace)]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  },
);
