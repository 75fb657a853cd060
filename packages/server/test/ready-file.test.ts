import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ReadyFile } from '../src/ready-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookwell-ready-'));
  return () => rmSync(folder, { recursive: true });
});

function readyFile(name = 'ready'): ReadyFile {
  return new ReadyFile(join(folder, name), (cause) => new Error('refused', { cause }));
}

test('it appears whole, once, and goes', () => {
  const file = readyFile();
  file.write(['http://127.0.0.1:8080', 'http://127.0.0.1:8081']);
  file.write(['http://127.0.0.1:9']);
  const text = readFileSync(join(folder, 'ready'), 'utf8');
  expect(text).toBe('http://127.0.0.1:8080\nhttp://127.0.0.1:8081\n');
  file.remove();
  expect(readdirSync(folder)).toEqual([]);
});

test('a stop during the start leaves none behind', () => {
  const file = readyFile();
  file.remove();
  file.write(['http://127.0.0.1:8080']);
  expect(readdirSync(folder)).toEqual([]);
});

test('the file of another run goes at the start, and stays at an end before it', () => {
  writeFileSync(join(folder, 'ready'), 'of another run');
  readyFile().remove();
  expect(readdirSync(folder)).toEqual(['ready']);
  readyFile().clear();
  expect(readdirSync(folder)).toEqual([]);
});

test('a refusal is the failure that the caller names, and nothing unfinished stays', () => {
  mkdirSync(join(folder, 'folder'));
  expect(() => readyFile('folder').clear()).toThrow('refused');
  expect(() => readyFile('folder').write(['x'])).toThrow('refused');
  expect(() => readyFile('missing/ready').write(['x'])).toThrow('refused');
  expect(() => readyFile('missing/ready').checkFolder()).toThrow('refused');
  // A server makes the folder of its database, in which the file may stand, only after that.
  expect(() => readyFile('missing/ready').clear()).not.toThrow();
  expect(readdirSync(folder)).toEqual(['folder']);
});
