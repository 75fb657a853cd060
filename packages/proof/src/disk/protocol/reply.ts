import { constants } from 'node:fs';
import { pageBytes } from '../files/file-content.ts';
import type { Inode } from '../files/inode.ts';
import type { Request } from './request.ts';

/** The most that comes in one write. */
export const mostWritten = 1024 * 1024;

/** Nobody but the kernel changes anything, so what it knows stays right. */
const knownForSeconds = 3600;

const attributesBytes = 88;

/** Flags of `fuse_init_out`. */
const flags = {
  bigWrites: 1 << 5,
  maxPages: 1 << 22,
  // Only files are opened.
  noOpenOfDirectories: 1 << 24,
};

/** `FOPEN_KEEP_CACHE`: what the kernel read before is still right. */
const keepsCache = 1 << 1;

/** `fuse_out_header`, and the data behind it. */
export function replyBytes({ unique }: Request, error: number, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(16 + data.byteLength);
  bytes.writeUInt32LE(bytes.byteLength, 0);
  bytes.writeInt32LE(-error, 4);
  bytes.set(unique, 8);
  bytes.set(data, 16);
  return bytes;
}

/** `fuse_init_out`: protocol 7.31. */
export function initialization(request: Request): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32LE(7, 0);
  bytes.writeUInt32LE(31, 4);
  bytes.writeUInt32LE(request.int(8), 8);
  const wanted = flags.bigWrites | flags.maxPages | flags.noOpenOfDirectories;
  bytes.writeUInt32LE((wanted & request.int(12)) >>> 0, 12);
  bytes.writeUInt16LE(64, 16);
  bytes.writeUInt16LE(48, 18);
  bytes.writeUInt32LE(mostWritten, 20);
  bytes.writeUInt32LE(1, 24);
  bytes.writeUInt16LE(mostWritten / pageBytes, 28);
  return bytes;
}

/** `fuse_entry_out`. */
export function entry(inode: Inode): Buffer {
  const bytes = Buffer.alloc(40 + attributesBytes);
  bytes.writeBigUInt64LE(BigInt(inode.id), 0);
  bytes.writeBigUInt64LE(BigInt(knownForSeconds), 16);
  bytes.writeBigUInt64LE(BigInt(knownForSeconds), 24);
  writeAttributes(bytes, 40, inode);
  return bytes;
}

/** `fuse_attr_out`. */
export function attributes(inode: Inode): Buffer {
  const bytes = Buffer.alloc(16 + attributesBytes);
  bytes.writeBigUInt64LE(BigInt(knownForSeconds), 0);
  writeAttributes(bytes, 16, inode);
  return bytes;
}

/** `fuse_attr`. */
function writeAttributes(bytes: Buffer, offset: number, inode: Inode): void {
  const { content } = inode;
  const isFile = content.kind === 'file';
  const seconds = BigInt(Math.floor(inode.changedAt / 1000));
  bytes.writeBigUInt64LE(BigInt(inode.id), offset);
  bytes.writeBigUInt64LE(BigInt(isFile ? content.file.size : pageBytes), offset + 8);
  bytes.writeBigUInt64LE(BigInt(isFile ? content.file.pageCount * 8 : 8), offset + 16);
  for (const place of [24, 32, 40]) bytes.writeBigUInt64LE(seconds, offset + place);
  const nanoseconds = Math.floor(inode.changedAt % 1000) * 1e6;
  for (const place of [48, 52, 56]) bytes.writeUInt32LE(nanoseconds, offset + place);
  bytes.writeUInt32LE(inode.mode, offset + 60);
  bytes.writeUInt32LE(content.kind === 'directory' ? 2 : inode.links, offset + 64);
  bytes.writeUInt32LE(inode.uid, offset + 68);
  bytes.writeUInt32LE(inode.gid, offset + 72);
  bytes.writeUInt32LE(pageBytes, offset + 80);
}

/** `fuse_open_out`. */
export function opened(handle: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(BigInt(handle), 0);
  bytes.writeUInt32LE(keepsCache, 8);
  return bytes;
}

/** `fuse_write_out`. */
export function written(count: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(count, 0);
  return bytes;
}

/** `fuse_statfs_out`. */
export function statistics(freePages: number): Buffer {
  const bytes = Buffer.alloc(80);
  const total = 2 ** 24;
  for (const [place, value] of [total, freePages, freePages, total, total].entries()) {
    bytes.writeBigUInt64LE(BigInt(value), place * 8);
  }
  bytes.writeUInt32LE(pageBytes, 40);
  bytes.writeUInt32LE(255, 44);
  bytes.writeUInt32LE(pageBytes, 48);
  return bytes;
}

/** One `fuse_dirent`. */
export function directoryEntry(name: string, { id, mode }: Inode, place: number): Buffer {
  const text = Buffer.from(name);
  const bytes = Buffer.alloc(24 + Math.ceil(text.byteLength / 8) * 8);
  bytes.writeBigUInt64LE(BigInt(id), 0);
  bytes.writeBigUInt64LE(BigInt(place), 8);
  bytes.writeUInt32LE(text.byteLength, 16);
  bytes.writeUInt32LE((mode & constants.S_IFMT) >>> 12, 20);
  bytes.set(text, 24);
  return bytes;
}
