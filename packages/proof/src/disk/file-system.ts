import { constants } from 'node:fs';
import { constants as system } from 'node:os';
import type { Inode } from './files/inode.ts';
import type { Names } from './files/names.ts';
import type { Tree } from './files/tree.ts';
import { Handles } from './handles.ts';
import { type Answer, allocate, done, listed, setAttributes, write } from './inode-requests.ts';
import { attributes, entry, initialization, opened, statistics } from './protocol/reply.ts';
import { operations, type Request } from './protocol/request.ts';

const { EEXIST, EINVAL, EIO, EISDIR, ENOENT, ENOSPC, ENOSYS, ENOTDIR, ENOTEMPTY, EPERM } =
  system.errno;

/** `RENAME_NOREPLACE` of renameat2. */
const withoutReplacing = 1;

/** Answers the kernel's requests with the files of a tree. */
export class FileSystem {
  readonly #tree: Tree;
  /** Those that the kernel knows, by their numbers. */
  readonly #known = new Map<number, Inode>();
  readonly #handles = new Handles();
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
        return setAttributes(inode, request);
      case operations.OPEN:
        return content.kind === 'file' ? opened(this.#handles.open(inode)) : EISDIR;
      case operations.RELEASE:
        this.#handles.close(request.long(0));
        return done;
      case operations.FSYNC:
        return this.#sync(inode, request.long(0));
      case operations.FSYNCDIR:
        this.#tree.sync(inode);
        return done;
      case operations.READLINK:
        return content.kind === 'link' ? Buffer.from(content.target) : EINVAL;
      case operations.READ:
        if (content.kind !== 'file') return EISDIR;
        return content.file.read(request.long(8), request.int(16));
      case operations.WRITE:
        return write(inode, request);
      case operations.FALLOCATE:
        return allocate(inode, request);
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
        return listed(names, request.long(8), request.int(16));
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

  #sync(inode: Inode, handle: number): Answer {
    const { content } = inode;
    if (this.#onFailedSync !== undefined && content.kind === 'file') {
      content.file.failSync();
      this.#handles.fail(inode, handle);
      this.#onFailedSync(this.#nameOf(inode));
      this.#onFailedSync = undefined;
      return EIO;
    }
    // What was written since the failure is brought to the disk nevertheless.
    this.#tree.sync(inode);
    return this.#handles.takeFailure(handle) ? EIO : done;
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
