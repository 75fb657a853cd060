import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { startDisk } from '../../src/disk/disk.ts';

const strict = { namesWith: 'directory' } as const;

function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Writes at an offset, and syncs it if wanted. */
function write(path: string, offset: number, bytes: Uint8Array, isSynced = false): void {
  const handle = openSync(path, 'r+');
  try {
    writeSync(handle, bytes, 0, bytes.byteLength, offset);
    if (isSynced) fdatasyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function filled(value: number, length: number): Buffer {
  return Buffer.alloc(length, value);
}

test('a synced write survives, and what came after it does not', async () => {
  await using disk = await startDisk(strict);
  const file = join(disk.path, 'file');
  writeFileSync(file, 'synced');
  sync(file);
  sync(disk.path);
  write(file, 0, Buffer.from('SYNCED, and longer'));
  expect(readFileSync(file, 'utf8')).toBe('SYNCED, and longer');
  await disk.loseUnsynced('nothing', 1);
  expect(readFileSync(file, 'utf8')).toBe('synced');
  // Twice the same.
  await disk.loseUnsynced('sectors', 1);
  expect(readFileSync(file, 'utf8')).toBe('synced');
});

test('a name, its removal, and a rename need a sync of the directory', async () => {
  await using disk = await startDisk(strict);
  const at = (name: string) => join(disk.path, name);
  for (const name of ['kept', 'removed', 'old']) writeFileSync(at(name), name, { flush: true });
  mkdirSync(at('folder'));
  sync(disk.path);
  writeFileSync(at('new'), 'new', { flush: true });
  writeFileSync(at('folder/new'), 'new', { flush: true });
  unlinkSync(at('removed'));
  renameSync(at('old'), at('renamed'));
  expect(readdirSync(disk.path).sort()).toEqual(['folder', 'kept', 'new', 'renamed']);
  sync(at('folder'));
  await disk.loseUnsynced('nothing', 1);
  expect(readdirSync(disk.path).sort()).toEqual(['folder', 'kept', 'old', 'removed']);
  expect(readFileSync(at('removed'), 'utf8')).toBe('removed');
  expect(readFileSync(at('folder/new'), 'utf8')).toBe('new');
});

test('on a disk with a journal a sync of any file keeps the names that are older', async () => {
  await using disk = await startDisk({ namesWith: 'any' });
  const at = (name: string) => join(disk.path, name);
  writeFileSync(at('first'), 'lost');
  mkdirSync(at('folder'));
  writeFileSync(at('folder/second'), 'synced', { flush: true });
  writeFileSync(at('third'), 'lost');
  await disk.loseUnsynced('nothing', 1);
  expect(readdirSync(disk.path).sort()).toEqual(['first', 'folder']);
  expect(readFileSync(at('first'), 'utf8')).toBe('');
  expect(readFileSync(at('folder/second'), 'utf8')).toBe('synced');
});

test('what was cut off is there again', async () => {
  await using disk = await startDisk(strict);
  const file = join(disk.path, 'file');
  writeFileSync(file, filled(1, 10_000), { flush: true });
  sync(disk.path);
  writeFileSync(file, 'short');
  expect(statSync(file).size).toBe(5);
  await disk.loseUnsynced('nothing', 1);
  expect(readFileSync(file)).toEqual(filled(1, 10_000));
});

test('some pages survive in any order, or some sectors of them; never a synced byte is lost', async () => {
  await using disk = await startDisk(strict);
  const file = join(disk.path, 'file');
  const pages = 64;
  writeFileSync(file, filled(1, pages * 4096), { flush: true });
  sync(disk.path);
  for (const [kind, piece] of [
    ['pages', 4096],
    ['sectors', 512],
  ] as const) {
    const shares = [];
    for (const seed of [1, 2, 3]) {
      write(file, 0, filled(1, pages * 4096), true);
      write(file, 0, filled(2, (pages - 1) * 4096));
      await disk.loseUnsynced(kind, seed);
      const left = readFileSync(file);
      expect(left.subarray(-4096)).toEqual(filled(1, 4096));
      const pieces = Array.from({ length: left.byteLength / piece }, (_, at) => {
        const bytes = left.subarray(at * piece, (at + 1) * piece);
        // A piece is the old one or the new one, whole.
        expect(new Set(bytes).size).toBe(1);
        return bytes[0];
      });
      const kept = pieces.map((value) => value === 2);
      // One of the pieces survives although one before it does not.
      expect(kept.lastIndexOf(true)).toBeGreaterThan(kept.indexOf(false));
      shares.push(kept.join());
    }
    expect(new Set(shares).size).toBe(3);
  }
});

test('a full disk takes what needs no room, and everything once there is room', async () => {
  await using disk = await startDisk(strict);
  const file = join(disk.path, 'file');
  writeFileSync(file, filled(1, 8192));
  await disk.fill();
  write(file, 0, filled(2, 8192));
  const full = expect.objectContaining({ code: 'ENOSPC' });
  expect(() => write(file, 8192, filled(2, 1))).toThrow(full);
  expect(() => writeFileSync(join(disk.path, 'other'), '')).toThrow(full);
  expect(readFileSync(file)).toEqual(filled(2, 8192));
  await disk.free();
  write(file, 8192, filled(3, 8192));
  expect(statSync(file).size).toBe(16_384);
});

test('a sync that failed loses its writes, although they can be read and the next sync succeeds', async () => {
  await using disk = await startDisk(strict);
  const file = join(disk.path, 'file');
  writeFileSync(file, filled(1, 8192), { flush: true });
  sync(disk.path);
  const other = openSync(file, 'r');
  const failed = disk.failNextSync();
  // The order is there once the disk has answered a later one.
  await disk.slowDown(0);
  const failure = expect.objectContaining({ code: 'EIO' });
  expect(() => write(file, 0, filled(2, 4096), true)).toThrow(failure);
  expect(await failed).toBe('file');
  // Whoever had it open is told as well, once.
  expect(() => fsyncSync(other)).toThrow(failure);
  fsyncSync(other);
  closeSync(other);
  write(file, 4096, filled(3, 4096), true);
  const both = Buffer.concat([filled(2, 4096), filled(3, 4096)]);
  expect(readFileSync(file)).toEqual(both);
  await disk.loseUnsynced('pages', 1);
  expect(readFileSync(file)).toEqual(Buffer.concat([filled(1, 4096), filled(3, 4096)]));
});

test('a slow disk takes its time', async () => {
  await using disk = await startDisk(strict);
  const file = join(disk.path, 'file');
  writeFileSync(file, '');
  await disk.slowDown(100);
  const before = performance.now();
  write(file, 0, filled(1, 10), true);
  expect(performance.now() - before).toBeGreaterThan(190);
  await disk.slowDown(0);
});

test('the disk goes with its starter, whoever uses it then', async () => {
  const text = `
    import { startDisk } from ${JSON.stringify(new URL('../../src/disk/disk.ts', import.meta.url).href)};
    const disk = await startDisk({ namesWith: 'any' });
    console.log(disk.path);
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text]);
  const [line] = await once(child.stdout, 'data');
  const path = String(line).trim();
  const handle = openSync(join(path, 'file'), 'w');
  child.kill('SIGKILL');
  await eventually(() => !existsSync(path));
  expect(() => writeSync(handle, 'x')).toThrow();
  // It is closed, although this fails as well.
  expect(() => closeSync(handle)).toThrow();
});
