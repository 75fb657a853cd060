/** What the kernel asks a FUSE file system for (linux/fuse.h), with its number. */
export const operations = {
  LOOKUP: 1,
  FORGET: 2,
  GETATTR: 3,
  SETATTR: 4,
  READLINK: 5,
  SYMLINK: 6,
  MKNOD: 8,
  MKDIR: 9,
  UNLINK: 10,
  RMDIR: 11,
  RENAME: 12,
  LINK: 13,
  OPEN: 14,
  READ: 15,
  WRITE: 16,
  STATFS: 17,
  RELEASE: 18,
  FSYNC: 20,
  INIT: 26,
  READDIR: 28,
  FSYNCDIR: 30,
  INTERRUPT: 36,
  DESTROY: 38,
  BATCH_FORGET: 42,
  FALLOCATE: 43,
  RENAME2: 45,
} as const;

const headerBytes = 40;

/** One request: `fuse_in_header`, and the arguments of its operation behind it. */
export class Request {
  readonly operation: number;
  /** Names the request in its reply: 8 bytes. */
  readonly unique: Uint8Array;
  readonly node: number;
  readonly uid: number;
  readonly gid: number;
  readonly arguments: Buffer;

  constructor(bytes: Buffer) {
    this.operation = bytes.readUInt32LE(4);
    this.unique = bytes.subarray(8, 16);
    this.node = longAt(bytes, 16);
    this.uid = bytes.readUInt32LE(24);
    this.gid = bytes.readUInt32LE(28);
    this.arguments = bytes.subarray(headerBytes);
  }

  int(offset: number): number {
    return this.arguments.readUInt32LE(offset);
  }

  long(offset: number): number {
    return longAt(this.arguments, offset);
  }

  /** The texts from an offset on, each of which ends with a zero byte. */
  texts(offset: number): string[] {
    return this.arguments.toString('utf8', offset, this.arguments.byteLength - 1).split('\0');
  }
}

/** A number of 64 bits, which stays far below 2^53 here. */
function longAt(bytes: Buffer, offset: number): number {
  return bytes.readUInt32LE(offset) + bytes.readUInt32LE(offset + 4) * 2 ** 32;
}
