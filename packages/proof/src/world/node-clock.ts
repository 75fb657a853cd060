import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rereadMs } from './reread-ms.ts';

const module = new URL('./shifted-clock.ts', import.meta.url).href;

/**
 * The clock of one node, which can be set while it runs.
 *
 * It is a module that replaces `Date` in all threads of the node, not libfaketime: this needs npm alone; a look at the
 * clock costs less than a microsecond, where libfaketime with a file that is read anew took 12 to 20; and a node
 * that is killed leaves nothing behind, where libfaketime leaves a semaphore and shared memory. Nothing is lost by it: no native
 * code of a node looks at the time of day for the service, and its SQL does not on SQLite. PostgreSQL's own clock is not changed.
 */
export class NodeClock implements Disposable {
  /** The folder of its file. */
  readonly folder = mkdtempSync(join(tmpdir(), 'hookwell-clock-'));
  #aheadMs = 0;

  constructor() {
    this.#write(0);
  }

  /** The milliseconds by which it is ahead of the machine's clock; negative: behind it. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** The variables with which a node must be started to have this clock. */
  get environment(): Record<string, string> {
    const { NODE_OPTIONS: others = '' } = process.env;
    return {
      NODE_OPTIONS: `${others} --import=${module}`.trim(),
      HOOKWELL_TEST_CLOCK_FILE: this.#file,
    };
  }

  get #file(): string {
    return join(this.folder, 'ahead');
  }

  /** The node's clock jumps; resolves once all of its threads go by the new time. */
  async set(aheadMs: number): Promise<void> {
    this.#write(aheadMs);
    await sleep(2 * rereadMs);
  }

  #write(aheadMs: number): void {
    this.#aheadMs = aheadMs;
    // Nobody may read half of a number.
    const next = `${this.#file}.next`;
    writeFileSync(next, String(aheadMs));
    renameSync(next, this.#file);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
