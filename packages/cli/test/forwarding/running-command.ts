import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { eventually } from '../../../server/test/eventually.ts';
import type { Workplace } from '../hookwell-process.ts';

/** A command that goes on until it is ended. `await using` ends it. */
export class RunningCommand implements AsyncDisposable {
  readonly child: ChildProcess;
  /** Its standard output so far. */
  readonly lines: string[] = [];
  /** Its standard error so far. */
  errors = '';
  /** Its exit code, once it has ended and all its output has arrived. */
  readonly ended: Promise<number | null>;

  constructor(workplace: Workplace, words: readonly string[]) {
    this.child = workplace.spawn(words);
    const { stdout, stderr } = this.child;
    if (stdout === null || stderr === null) throw new Error('no pipes');
    createInterface({ input: stdout }).on('line', (line) => this.lines.push(line));
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    this.ended = once(this.child, 'close').then(([code]) => code as number | null);
  }

  /** Sends Ctrl-C; gives the exit code. */
  interrupt(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.ended;
  }

  /** The lines, once there are as many. */
  async linesUpTo(count: number, deadline = 60_000): Promise<readonly string[]> {
    return await eventually(
      () => this.lines,
      (lines) => lines.length >= count,
      deadline,
    );
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of a line
  async jsonUpTo(count: number, deadline?: number): Promise<any[]> {
    return (await this.linesUpTo(count, deadline)).map((line) => JSON.parse(line));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.ended;
  }
}
