import { constants } from 'node:fs';
import { FileContent } from './file-content.ts';
import type { Content, Inode } from './inode.ts';
import { Journal, Names } from './names.ts';
import { Space } from './space.ts';
import type { Survival } from './survival.ts';

interface Owner {
  mode: number;
  uid: number;
  gid: number;
}

export interface TreeOptions {
  /**
   * `directory`: a name is on the disk once its directory was synced, which is all that POSIX promises. `any`: whatever is synced,
   * all names before it are on the disk, too, as on file systems with a journal (ext4, XFS).
   */
  namesWith: 'directory' | 'any';
}

/** The files of a disk, in memory. What was not synced can be lost. */
export class Tree {
  readonly space = new Space();
  readonly root: Inode;
  readonly #shared: Journal | undefined;
  #lastId = 0;

  constructor({ namesWith }: TreeOptions) {
    this.#shared = namesWith === 'any' ? new Journal() : undefined;
    const owner = { mode: constants.S_IFDIR | 0o755, uid: 0, gid: 0 };
    this.root = this.#inode(this.#directory(), owner);
    this.root.links = 1;
  }

  makeFile(owner: Owner): Inode {
    return this.#inode({ kind: 'file', file: new FileContent(this.space) }, owner);
  }

  makeDirectory(owner: Owner): Inode {
    return this.#inode(this.#directory(), owner);
  }

  makeLink(target: string, owner: Owner): Inode {
    return this.#inode({ kind: 'link', target }, owner);
  }

  name(names: Names, name: string, inode: Inode): void {
    inode.links += 1;
    names.journal.add([names.set(name, inode)]);
  }

  unname(names: Names, name: string): void {
    this.#loseName(names.get(name));
    names.journal.add([names.set(name, undefined)]);
  }

  /** In one step. From one directory to another it is on the disk at once, with all that was done in both before. */
  rename(from: Names, name: string, to: Names, newName: string): void {
    const inode = from.get(name);
    const replaced = to.get(newName);
    if (inode === replaced) return;
    this.#loseName(replaced);
    if (from.journal !== to.journal) from.journal.commit();
    to.journal.add([from.set(name, undefined), to.set(newName, inode)]);
    if (from.journal !== to.journal) to.journal.commit();
  }

  sync({ content }: Inode): void {
    this.#shared?.commit();
    if (content.kind === 'directory') content.names.journal.commit();
    if (content.kind === 'file') content.file.sync();
  }

  /** The power fails: what was not synced is gone, but for what survives. */
  lose(survival: Survival): void {
    this.#shared?.lose(survival);
    this.#loseIn(this.root, survival, new Set());
  }

  #loseIn(inode: Inode, survival: Survival, seen: Set<Inode>): void {
    if (seen.has(inode)) {
      inode.links += 1;
      return;
    }
    seen.add(inode);
    inode.links = 1;
    inode.lookups = 0;
    const { content } = inode;
    if (content.kind === 'file') content.file.lose(survival);
    if (content.kind !== 'directory') return;
    if (this.#shared === undefined) content.names.journal.lose(survival);
    content.names.reset();
    for (const one of content.names.inodes) this.#loseIn(one, survival, seen);
  }

  #loseName(inode: Inode | undefined): void {
    if (inode !== undefined) inode.links -= 1;
  }

  #directory(): Content {
    return { kind: 'directory', names: new Names(this.#shared ?? new Journal()) };
  }

  #inode(content: Content, { mode, uid, gid }: Owner): Inode {
    this.#lastId += 1;
    const changedAt = Date.now();
    return { id: this.#lastId, content, mode, uid, gid, links: 0, changedAt, lookups: 0 };
  }
}
