import { constants } from 'node:fs';
import { constants as system } from 'node:os';
import type { Inode } from './files/inode.ts';
import type { Names } from './files/names.ts';
import type { Tree } from './files/tree.ts';
import {
  attributes,
  directoryEntry,
  entry,
  initialization,
  statistics,
  written,
} from './protocol/reply.ts';
import { operations, type Request } from './protocol/request.ts';

const { EEXIST, EINVAL, EIO, EISDIR, ENOENT, ENOSPC, ENOSYS, ENOTDIR, ENOTEMPTY, EPERM } =
  system.errno;

/** The data of a reply, or the number of an error; `undefined`: the kernel awaits no reply. */
export type Answer = Uint8Array | number | undefined;

const done = new Uint8Array();

/** Bits of `valid` in `fuse_setattr_in`. */
const valid = { mode: 1, uid: 2, gid: 4, size: 8, modifiedAt: 32 };
/** `RENAME_NOREPLACE` of renameat2. */
const withoutReplacing = 1;

/** Answers the kernel's requests with the files of a tree. */
export class FileSystem {
  readonly #tree: Tree;
  /** Those that the kernel knows, by their numbers. */
  readonly #known = new Map<number, Inode>();
  /** Told with the name of the file whose sync fails. */
  #onFailedSync: ((name: string) => void) | undefined;

  constructor(tree: Tree) {
    this.#tree = tree;
    this.#known.set(tree.root.id, tree.root);
  }

  /** The next sync of a file fails with EIO, once; gives its name then. */
  failNextSync(): Promise<string> {
    return new Promise((resolve) => {
      this.#onFailedSync = resolve;
    });
  }

  /** The answer to a request. What it does not know it refuses with ENOSYS, and the kernel does without it. */
  answer(request: Request): Answer {
    switch (request.operation) {
      case operations.INIT:
        return initialization(request);
      case operations.FORGET:
        return this.#forget(request.node, request.long(0));
      case operations.BATCH_FORGET:
        return this.#forgetAll(request);
      case operations.DESTROY:
        return done;
      case operations.INTERRUPT:
        return undefined;
      case operations.STATFS:
        return statistics(this.#tree.space.isFull ? 0 : 2 ** 23);
    }
    const inode = this.#known.get(request.node);
    if (inode === undefined) return ENOENT;
    const { content } = inode;
    if (content.kind === 'directory') {
      const answer = this.#inDirectory(content.names, request);
      if (answer !== ENOSYS) return answer;
    }
    return this.#onOne(inode, request);
  }

  #onOne(inode: Inode, request: Request): Answer {
    const { content } = inode;
    switch (request.operation) {
      case operations.GETATTR:
        return attributes(inode);
      case operations.SETATTR:
        return this.#setAttributes(inode, request);
      case operations.FSYNC:
      case operations.FSYNCDIR:
        return this.#sync(inode);
      case operations.READLINK:
        return content.kind === 'link' ? Buffer.from(content.target) : EINVAL;
      case operations.READ:
        if (content.kind !== 'file') return EISDIR;
        return content.file.read(request.long(8), request.int(16));
      case operations.WRITE: {
        if (content.kind !== 'file') return EISDIR;
        inode.changedAt = Date.now();
        const bytes = request.arguments.subarray(40, 40 + request.int(16));
        const count = content.file.write(request.long(8), bytes);
        return count === 0 && bytes.byteLength > 0 ? ENOSPC : written(count);
      }
      case operations.FALLOCATE:
        if (content.kind !== 'file' || request.int(24) !== 0) return system.errno.EOPNOTSUPP;
        return content.file.allocate(request.long(8), request.long(16)) ? done : ENOSPC;
      default:
        return ENOSYS;
    }
  }

  #inDirectory(names: Names, request: Request): Answer {
    const { uid, gid } = request;
    switch (request.operation) {
      case operations.LOOKUP:
        return this.#told(names.get(textOf(request, 0)));
      case operations.READDIR:
        return read(names, request.long(8), request.int(16));
      case operations.MKNOD:
        if ((request.int(0) & constants.S_IFMT) !== constants.S_IFREG) return EPERM;
        return this.#made(names, textOf(request, 16), () =>
          this.#tree.makeFile({ mode: request.int(0), uid, gid }),
        );
      case operations.MKDIR: {
        const mode = (request.int(0) & 0o7777) | constants.S_IFDIR;
        return this.#made(names, textOf(request, 8), () =>
          this.#tree.makeDirectory({ mode, uid, gid }),
        );
      }
      case operations.SYMLINK: {
        const [name = '', target = ''] = request.texts(0);
        const mode = constants.S_IFLNK | 0o777;
        return this.#made(names, name, () => this.#tree.makeLink(target, { mode, uid, gid }));
      }
      case operations.LINK: {
        const linked = this.#known.get(request.long(0));
        if (linked === undefined) return ENOENT;
        return this.#made(names, textOf(request, 8), () => linked);
      }
      case operations.UNLINK:
        return this.#remove(names, textOf(request, 0), 'file');
      case operations.RMDIR:
        return this.#remove(names, textOf(request, 0), 'directory');
      case operations.RENAME:
        return this.#rename(names, request.long(0), request.texts(8), 0);
      case operations.RENAME2:
        return this.#rename(names, request.long(0), request.texts(16), request.int(8));
      default:
        return ENOSYS;
    }
  }

  /** The kernel knows it from now on. */
  #told(inode: Inode | undefined): Answer {
    if (inode === undefined) return ENOENT;
    inode.lookups += 1;
    this.#known.set(inode.id, inode);
    return entry(inode);
  }

  #made(names: Names, name: string, make: () => Inode): Answer {
    if (names.get(name) !== undefined) return EEXIST;
    if (this.#tree.space.isFull) return ENOSPC;
    const inode = make();
    this.#tree.name(names, name, inode);
    return this.#told(inode);
  }

  #remove(names: Names, name: string, kind: 'file' | 'directory'): Answer {
    const inode = names.get(name);
    if (inode === undefined) return ENOENT;
    const { content } = inode;
    if ((content.kind === 'directory') !== (kind === 'directory')) {
      return kind === 'directory' ? ENOTDIR : EISDIR;
    }
    if (content.kind === 'directory' && !content.names.isEmpty) return ENOTEMPTY;
    this.#tree.unname(names, name);
    this.#freeIfUnused(inode);
    return done;
  }

  #rename(from: Names, id: number, [name = '', newName = '']: string[], flags: number): Answer {
    const to = this.#known.get(id)?.content;
    if (to?.kind !== 'directory' || from.get(name) === undefined) return ENOENT;
    if ((flags & ~withoutReplacing) !== 0) return EINVAL;
    const replaced = to.names.get(newName);
    if (replaced !== undefined && flags === withoutReplacing) return EEXIST;
    if (replaced?.content.kind === 'directory' && !replaced.content.names.isEmpty) return ENOTEMPTY;
    this.#tree.rename(from, name, to.names, newName);
    if (replaced !== undefined) this.#freeIfUnused(replaced);
    return done;
  }

  #setAttributes(inode: Inode, request: Request): Answer {
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

  #sync(inode: Inode): Answer {
    if (this.#onFailedSync !== undefined && inode.content.kind === 'file') {
      inode.content.file.failSync();
      this.#onFailedSync(this.#nameOf(inode));
      this.#onFailedSync = undefined;
      return EIO;
    }
    this.#tree.sync(inode);
    return done;
  }

  /** A path of it, for a report. */
  #nameOf(searched: Inode): string {
    const search = ({ content }: Inode): string | undefined => {
      if (content.kind !== 'directory') return undefined;
      for (const { name, inode } of content.names.behind(0)) {
        if (inode === searched) return name;
        const below = search(inode);
        if (below !== undefined) return `${name}/${below}`;
      }
      return undefined;
    };
    return search(this.#tree.root) ?? 'a file without a name';
  }

  #forgetAll(request: Request): Answer {
    for (let index = 0; index < request.int(0); index += 1) {
      this.#forget(request.long(8 + index * 16), request.long(16 + index * 16));
    }
    return undefined;
  }

  #forget(id: number, lookups: number): undefined {
    const inode = this.#known.get(id);
    if (inode === undefined || inode === this.#tree.root) return;
    inode.lookups -= lookups;
    if (inode.lookups <= 0) this.#known.delete(id);
    this.#freeIfUnused(inode);
  }

  #freeIfUnused({ content, links, lookups }: Inode): void {
    if (content.kind === 'file' && links === 0 && lookups <= 0) content.file.remove();
  }
}

function textOf(request: Request, offset: number): string {
  return request.texts(offset)[0] ?? '';
}

function read(names: Names, behind: number, most: number): Buffer {
  const entries: Buffer[] = [];
  let size = 0;
  for (const { name, inode, place } of names.behind(behind)) {
    const bytes = directoryEntry(name, inode, place);
    if (size + bytes.byteLength > most) break;
    size += bytes.byteLength;
    entries.push(bytes);
  }
  return Buffer.concat(entries);
}
