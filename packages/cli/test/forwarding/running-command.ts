import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { eventually } from '../../../server/test/eventually.ts';
import { Interrupted } from '../../src/command-line/outcome.ts';
import type { Workplace } from '../hookwell-process.ts';
import { followInProcess } from '../in-process.ts';

/** A command that goes on until it is ended. `await using` ends it. */
export abstract class RunningCommand implements AsyncDisposable {
  /** Its standard output so far. */
  readonly lines: string[] = [];
  /** Its standard error so far. */
  errors = '';
  /** Its exit code, once it has ended and all its output has arrived. */
  abstract readonly ended: Promise<number | null>;

  /** Sends Ctrl-C; gives the exit code. */
  abstract interrupt(): Promise<number | null>;

  abstract [Symbol.asyncDispose](): Promise<void>;

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
}

/** In a process of its own. */
export class CommandProcess extends RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(workplace: Workplace, words: readonly string[]) {
    super();
    this.child = workplace.spawn(words);
    const { stdout, stderr } = this.child;
    if (stdout === null || stderr === null) throw new Error('no pipes');
    createInterface({ input: stdout }).on('line', (line) => this.lines.push(line));
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    this.ended = once(this.child, 'close').then(([code]) => code as number | null);
  }

  interrupt(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** In the process of the test, for all that a command does by its words and settings: a tenth of the processor time. */
export class CommandHere extends RunningCommand {
  readonly ended: Promise<number>;
  readonly #interruption = new AbortController();

  constructor({ folder, environment }: Workplace, words: readonly string[]) {
    super();
    let rest = '';
    this.ended = followInProcess(
      words,
      { HOME: folder, ...environment },
      {
        write: (data) => {
          const lines = (rest + Buffer.from(data).toString()).split('\n');
          rest = lines.pop() ?? '';
          this.lines.push(...lines);
        },
        note: (line) => {
          this.errors += `${line}\n`;
        },
        signal: this.#interruption.signal,
      },
    );
  }

  interrupt(): Promise<number> {
    this.#interruption.abort(new Interrupted());
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.interrupt();
  }
}
