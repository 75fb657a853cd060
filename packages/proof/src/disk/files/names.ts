import type { Inode } from './inode.ts';
import type { Survival } from './survival.ts';

/** A name that a directory got, or lost. */
interface Change {
  names: Names;
  name: string;
  /** Undefined: nothing has the name any more. */
  inode: Inode | undefined;
}

/** Changes of names that are not on the disk yet, in their order. Those of one step, as a rename is, reach it together. */
export class Journal {
  #steps: (readonly Change[])[] = [];

  add(step: readonly Change[]): void {
    this.#steps.push(step);
  }

  commit(): void {
    this.#keep(this.#steps.length);
  }

  lose(survival: Survival): void {
    this.#keep(survival.keepsFirst(this.#steps.length));
  }

  #keep(count: number): void {
    for (const { names, name, inode } of this.#steps.slice(0, count).flat()) {
      names.synced(name, inode);
    }
    this.#steps = [];
  }
}

interface Entry {
  inode: Inode;
  /** Later ones are higher: a reader of the directory goes on behind it, whatever is removed meanwhile. */
  place: number;
}

/** The names in a directory: as they are looked up, and as they are on the disk. */
export class Names {
  readonly journal: Journal;
  readonly #synced = new Map<string, Inode>();
  #current = new Map<string, Entry>();
  #lastPlace = 0;

  constructor(journal: Journal) {
    this.journal = journal;
  }

  get(name: string): Inode | undefined {
    return this.#current.get(name)?.inode;
  }

  get isEmpty(): boolean {
    return this.#current.size === 0;
  }

  get inodes(): readonly Inode[] {
    return [...this.#current.values()].map(({ inode }) => inode);
  }

  /** Those behind a place, in their order. */
  *behind(place: number): Generator<{ name: string } & Entry> {
    for (const [name, entry] of this.#current) if (entry.place > place) yield { name, ...entry };
  }

  /** Changes a name at once. The journal has to be told. */
  set(name: string, inode: Inode | undefined): Change {
    this.#current.delete(name);
    if (inode !== undefined) {
      this.#lastPlace += 1;
      this.#current.set(name, { inode, place: this.#lastPlace });
    }
    return { names: this, name, inode };
  }

  /** A change is on the disk. */
  synced(name: string, inode: Inode | undefined): void {
    if (inode === undefined) this.#synced.delete(name);
    else this.#synced.set(name, inode);
  }

  /** Only what is on the disk is left. */
  reset(): void {
    this.#current = new Map();
    for (const [name, inode] of this.#synced) this.set(name, inode);
  }
}
