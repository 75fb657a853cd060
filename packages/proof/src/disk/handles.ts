import type { Inode } from './files/inode.ts';

interface Handle {
  inode: Inode;
  /** A sync failed at another handle of the file, and this one was not told yet. */
  isToFail: boolean;
}

/** Open files by their handles. A failed sync is told once to each handle that was open then, as Linux does since 4.16. */
export class Handles {
  readonly #open = new Map<number, Handle>();
  #last = 0;

  open(inode: Inode): number {
    this.#last += 1;
    this.#open.set(this.#last, { inode, isToFail: false });
    return this.#last;
  }

  close(handle: number): void {
    this.#open.delete(handle);
  }

  /** A sync fails at one handle of a file. */
  fail(inode: Inode, handle: number): void {
    for (const [other, open] of this.#open) {
      if (open.inode === inode && other !== handle) open.isToFail = true;
    }
  }

  /** Whether this handle has to be told of a failure now. */
  takeFailure(handle: number): boolean {
    const open = this.#open.get(handle);
    if (open?.isToFail !== true) return false;
    open.isToFail = false;
    return true;
  }
}
