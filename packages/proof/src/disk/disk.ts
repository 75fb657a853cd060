import type { ChildProcess } from 'node:child_process';
import { endGuardian, startGuardian } from '../../../server/test/postgres/guardian.ts';
import { temporaryParent } from '../../../server/test/postgres/temporary-parent.ts';
import { unprivilegedUser } from '../../../server/test/postgres/unprivileged-user.ts';
import type { SurvivalKind } from './files/survival.ts';
import type { TreeOptions } from './files/tree.ts';

/** The settings of a disk's process, given at its start. */
export type DiskInstructions = TreeOptions & { parent: string };

export type DiskOrder = { id: number } & Order;

type Order =
  | { kind: 'lose'; survival: SurvivalKind; seed: number }
  | { kind: 'full'; isFull: boolean }
  | { kind: 'slow'; delayMs: number }
  | { kind: 'failNextSync' };

export interface DiskReport {
  /** The id of the order that the report is about. */
  id: number;
  done?: string;
  failed?: string;
}

/** A disk in memory, mounted at a path of its own; `await using` takes it away, and so does the end of this process. */
export class Disk implements AsyncDisposable {
  readonly path: string;
  readonly #process: ChildProcess;
  #lastId = 0;

  constructor(path: string, process: ChildProcess) {
    this.path = path;
    this.#process = process;
  }

  /**
   * The power fails and comes back: what was not synced is lost, but for what survives by the seed. No process may use a file of the
   * disk any more.
   */
  async loseUnsynced(survival: SurvivalKind, seed: number): Promise<void> {
    await this.#order({ kind: 'lose', survival, seed });
  }

  /** Whatever needs more room is refused with ENOSPC from now on. */
  async fill(): Promise<void> {
    await this.#order({ kind: 'full', isFull: true });
  }

  /** There is room again. */
  async free(): Promise<void> {
    await this.#order({ kind: 'full', isFull: false });
  }

  /** Each write and each sync takes so many milliseconds from now on; 0: no longer than it does by itself. */
  async slowDown(delayMs: number): Promise<void> {
    await this.#order({ kind: 'slow', delayMs });
  }

  /** The next sync of a file fails, once, and what it should have written never reaches the disk. Gives the file's path then. */
  async failNextSync(): Promise<string> {
    return await this.#order({ kind: 'failNextSync' });
  }

  #order(order: Order): Promise<string> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const leave = (): void => reject(new Error('the disk is gone'));
    const look = (report: DiskReport): void => {
      if (report.id !== id) return;
      this.#process.off('message', look).off('exit', leave);
      if (report.failed === undefined) resolve(report.done ?? '');
      else reject(new Error(report.failed));
    };
    this.#process.on('message', look).on('exit', leave);
    this.#process.send({ id, ...order }, (error) => {
      if (error !== null) leave();
    });
    return promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await endGuardian(this.#process);
  }
}

/**
 * Mounts a new, empty disk. It belongs to root; every user can reach it.
 * @throws {Error} where that cannot be done: see `whyNoDisk`
 */
export async function startDisk(options: TreeOptions): Promise<Disk> {
  if (process.platform !== 'linux') throw new Error('only Linux has FUSE');
  if (process.getuid?.() !== 0) throw new Error('only root may mount a FUSE file system');
  const instructions: DiskInstructions = {
    ...options,
    parent: temporaryParent(unprivilegedUser(), 'disk'),
  };
  const program = new URL('./disk-process.ts', import.meta.url).href;
  const { guardian, message } = await startGuardian<{ path: string } | { failed: string }>(
    program,
    instructions,
  );
  if ('path' in message) return new Disk(message.path, guardian);
  await endGuardian(guardian);
  throw new Error(`this machine mounts no FUSE file system: ${message.failed}`);
}

/** Why this machine has no disk of ours, in a sentence; undefined if it has. Tries it. */
export async function whyNoDisk(): Promise<string | undefined> {
  try {
    await using _disk = await startDisk({ namesWith: 'any' });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
