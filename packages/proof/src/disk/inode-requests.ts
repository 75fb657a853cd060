import { constants as system } from 'node:os';
import type { Inode } from './files/inode.ts';
import type { Names } from './files/names.ts';
import { attributes, directoryEntry, written } from './protocol/reply.ts';
import type { Request } from './protocol/request.ts';

const { EISDIR, ENOSPC, EOPNOTSUPP } = system.errno;

/** The data of a reply, or the number of an error; `undefined`: the kernel awaits no reply. */
export type Answer = Uint8Array | number | undefined;

/** A reply without data. */
export const done = new Uint8Array();

/** Bits of `valid` in `fuse_setattr_in`. */
const valid = { mode: 1, uid: 2, gid: 4, size: 8, modifiedAt: 32 };

/** Answers WRITE: with fewer bytes than asked for where the disk becomes full. */
export function write(inode: Inode, request: Request): Answer {
  const { content } = inode;
  if (content.kind !== 'file') return EISDIR;
  inode.changedAt = Date.now();
  const bytes = request.arguments.subarray(40, 40 + request.int(16));
  const count = content.file.write(request.long(8), bytes);
  return count === 0 && bytes.byteLength > 0 ? ENOSPC : written(count);
}

/** Answers FALLOCATE without flags. */
export function allocate({ content }: Inode, request: Request): Answer {
  if (content.kind !== 'file' || request.int(24) !== 0) return EOPNOTSUPP;
  return content.file.allocate(request.long(8), request.long(16)) ? done : ENOSPC;
}

/** Answers SETATTR. */
export function setAttributes(inode: Inode, request: Request): Answer {
  const which = request.int(0);
  if ((which & valid.size) !== 0) {
    if (inode.content.kind !== 'file') return EISDIR;
    inode.content.file.resize(request.long(16));
    inode.changedAt = Date.now();
  }
  if ((which & valid.mode) !== 0) inode.mode = request.int(68);
  if ((which & valid.uid) !== 0) inode.uid = request.int(76);
  if ((which & valid.gid) !== 0) inode.gid = request.int(80);
  if ((which & valid.modifiedAt) !== 0) {
    inode.changedAt = request.long(40) * 1000 + request.int(60) / 1e6;
  }
  return attributes(inode);
}

/** Answers READDIR: names behind a place, as many as fit. */
export function listed(names: Names, behind: number, mostBytes: number): Answer {
  const entries: Buffer[] = [];
  let size = 0;
  for (const { name, inode, place } of names.behind(behind)) {
    const bytes = directoryEntry(name, inode, place);
    if (size + bytes.byteLength > mostBytes) break;
    size += bytes.byteLength;
    entries.push(bytes);
  }
  return Buffer.concat(entries);
}
