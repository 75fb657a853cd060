import type { FileContent } from './file-content.ts';
import type { Names } from './names.ts';

/** A file, a directory, or a symbolic link with its target. */
export type Content =
  | { kind: 'file'; file: FileContent }
  | { kind: 'directory'; names: Names }
  | { kind: 'link'; target: string };

/** Something that has names. Mode, owner and times are on the disk at once: nothing here depends on them. */
export interface Inode {
  readonly id: number;
  readonly content: Content;
  /** The kind and the rights, as `stat` gives them. */
  mode: number;
  uid: number;
  gid: number;
  /** How many names it has. */
  links: number;
  /** Milliseconds since 1970. */
  changedAt: number;
  /** How often the kernel was told of it and has not forgotten it. */
  lookups: number;
}
