/**
 * A process of its own, started by `disk.ts`: a disk in memory, mounted with FUSE, that can lose what was not synced. When its channel
 * closes, because its starter closed it or was killed, it takes the disk away. It speaks the kernel's protocol itself, so that
 * nothing has to be installed: https://www.kernel.org/doc/html/latest/filesystems/fuse/fuse.html, linux/fuse.h.
 */
import { closeSync, mkdtempSync, openSync, read, rmdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DiskInstructions, DiskOrder, DiskReport } from './disk.ts';
import { FileSystem } from './file-system.ts';
import { Survival } from './files/survival.ts';
import { Tree } from './files/tree.ts';
import { mount, unmount, unmountAtOnce } from './mount.ts';
import { mostWritten, replyBytes } from './protocol/reply.ts';
import { operations, Request } from './protocol/request.ts';

// The JSON was written by disk.ts.
const { parent, namesWith }: DiskInstructions = JSON.parse(process.argv[2] ?? '');
const path = mkdtempSync(join(parent, 'hookwell-disk-'));
const tree = new Tree({ namesWith });
let files = new FileSystem(tree);
/** Each write and each sync takes so long. */
let delayMs = 0;
let isEnding = false;

process.on('message', obey);
for (const event of ['disconnect', 'SIGTERM', 'SIGINT', 'SIGHUP']) process.on(event, end);
try {
  await plugIn();
  process.send?.({ path });
} catch (error) {
  process.send?.({ failed: wordsOf(error) });
  await end();
}

/** Mounts the disk as it is now, and answers the kernel until it is unmounted. */
async function plugIn(): Promise<void> {
  const descriptor = openSync('/dev/fuse', 'r+');
  files = new FileSystem(tree);
  await mount(descriptor, path).catch((error: unknown) => {
    closeSync(descriptor);
    throw error;
  });
  void answerAll(descriptor, files);
}

async function answerAll(descriptor: number, files: FileSystem): Promise<void> {
  const buffer = Buffer.alloc(mostWritten + 64 * 1024);
  for (;;) {
    const count = await readOne(descriptor, buffer);
    if (count === undefined) break;
    const request = new Request(buffer.subarray(0, count));
    const isSlow = request.operation === operations.WRITE || request.operation === operations.FSYNC;
    if (delayMs > 0 && isSlow) void answerLater(descriptor, files, buffer.subarray(0, count));
    else answer(descriptor, files, request);
  }
  closeSync(descriptor);
}

async function answerLater(descriptor: number, files: FileSystem, bytes: Buffer): Promise<void> {
  const request = new Request(Buffer.from(bytes));
  await sleep(delayMs);
  answer(descriptor, files, request);
}

function answer(descriptor: number, files: FileSystem, request: Request): void {
  const data = files.answer(request);
  if (data === undefined) return;
  const bytes =
    typeof data === 'number'
      ? replyBytes(request, data, new Uint8Array())
      : replyBytes(request, 0, data);
  try {
    writeSync(descriptor, bytes);
  } catch (error) {
    // Whoever asked was killed meanwhile, or the disk was taken away.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'ENODEV' && code !== 'EBADF') throw error;
  }
}

/** The size of the next request; undefined once the disk is unmounted. */
function readOne(descriptor: number, buffer: Buffer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const ask = () =>
      read(descriptor, buffer, 0, buffer.byteLength, null, (error, count) => {
        if (error === null) resolve(count);
        // The second one if it happens in the middle of a read.
        else if (error.code === 'ENODEV' || error.code === 'ECONNABORTED') resolve(undefined);
        else if (error.code === 'ENOENT' || error.code === 'EINTR') ask();
        else reject(error);
      });
    ask();
  });
}

async function obey(order: DiskOrder): Promise<void> {
  const { id } = order;
  try {
    report({ id, done: await carryOut(order) });
  } catch (error) {
    report({ id, failed: wordsOf(error) });
  }
}

async function carryOut(order: DiskOrder): Promise<string> {
  switch (order.kind) {
    case 'lose':
      await unmount(path);
      tree.lose(new Survival(order.survival, order.seed));
      await plugIn();
      break;
    case 'full':
      if (order.isFull) tree.space.fill();
      else tree.space.free();
      break;
    case 'slow':
      delayMs = order.delayMs;
      break;
    case 'failNextSync':
      return await files.failNextSync();
  }
  return '';
}

async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  delayMs = 0;
  await unmountAtOnce(path);
  rmdirSync(path);
  // An exit in order would wait for the thread that reads requests, and while anybody has a file open more of them may come.
  process.kill(process.pid, 'SIGKILL');
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function report(report: DiskReport): void {
  if (process.connected) process.send?.(report);
}
