import type { ChildProcess } from 'node:child_process';
import { endGuardian, startGuardian } from '../../../server/test/postgres/guardian.ts';

/** What a world tells the process that cleans up after it. */
export type Note =
  | { kind: 'started'; pid: number }
  | { kind: 'ended'; pid: number }
  | { kind: 'folder'; path: string };

/**
 * Sees to it that nothing of a world is left when this process ends, by SIGKILL too: another process then kills the nodes, also
 * those that stand still, and removes the folders.
 */
export class Leftovers implements AsyncDisposable {
  readonly #guardian: ChildProcess;

  private constructor(guardian: ChildProcess) {
    this.#guardian = guardian;
  }

  static async start(): Promise<Leftovers> {
    const file = new URL('./leftovers-process.ts', import.meta.url).href;
    const { guardian } = await startGuardian<'ready'>(file, {});
    return new Leftovers(guardian);
  }

  note(note: Note): void {
    if (this.#guardian.connected) this.#guardian.send(note);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await endGuardian(this.#guardian);
  }
}
