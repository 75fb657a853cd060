import { spawn } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceCommandFile } from '../../server/test/programs/files.ts';
import { outcomeOf, serve, Workplace } from './hookwell-process.ts';

/** A file to load first: it makes this Node say that it is Node 25, and removes later features. */
function pretendOld(workplace: Workplace): string {
  const file = join(workplace.folder, 'pretend-old.cjs');
  writeFileSync(
    file,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '25.9.0' } });
    delete require('node:crypto').randomUUIDv7;`,
  );
  return file;
}

const hasInstalledNode = (() => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  try {
    createRequire(sourceCommandFile).resolve(`node-${platform}-${process.arch}/package.json`);
    return true;
  } catch {
    return false;
  }
})();

test('without another Node an old one says so in one line', async () => {
  await using workplace = new Workplace();
  const bin = join(workplace.folder, 'bin/hookwell.cjs');
  cpSync(dirname(sourceCommandFile), dirname(bin), { recursive: true });
  const child = spawn(process.execPath, ['--require', pretendOld(workplace), bin, '--version']);
  expect(await outcomeOf(child)).toEqual({
    code: 1,
    out: '',
    error: expect.stringMatching(
      /^hookwell: needs Node\.js 24\.16, or 26\.1 or newer, this is 25\.9\.0;.*\n$/,
    ),
  });
});

test.runIf(hasInstalledNode)('an old Node hands over to the one npm installed', async () => {
  await using workplace = new Workplace();
  workplace.makeDatabaseFile();
  workplace.command = sourceCommandFile;
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
    workplace.command = sourceCommandFile;
    const server = await serve(workplace, ['--require', pretendOld(workplace)]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  },
);
