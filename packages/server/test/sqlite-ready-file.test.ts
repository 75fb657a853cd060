import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { startProcess, startRefused } from './server-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookwell-ready-'));
  return () => rmSync(folder, { recursive: true });
});

function options(readyFile: string) {
  return {
    databaseUrl: `sqlite:${join(folder, 'data/hookwell.db')}`,
    environment: { HOOKWELL_READY_FILE: readyFile },
  };
}

test('the ready file has the address of a server that answers, and goes when it stops', async () => {
  const file = join(folder, 'ready');
  await using server = await startProcess(options(file));
  expect(readFileSync(file, 'utf8')).toBe(`${server.url}\n`);
  expect(readdirSync(folder).sort()).toEqual(['data', 'ready']);
  await server.end('SIGTERM');
  expect(readdirSync(folder)).toEqual(['data']);
});

test('a file that a killed server left behind does not speak for the next one', async () => {
  const file = join(folder, 'ready');
  writeFileSync(file, 'http://127.0.0.1:1\n');
  const { code } = await startRefused({ ...options(file), databaseUrl: 'sqlite:/dev/null' });
  expect(code).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('a ready file that cannot be written stops the start with one line', async () => {
  const { code, standardError } = await startRefused(options(join(folder, 'missing/ready')));
  expect(code).toBe(1);
  expect(standardError.match(/^hookwell: .*$/gm)).toEqual([
    expect.stringContaining('HOOKWELL_READY_FILE must be a file that can be written: '),
  ]);
});
