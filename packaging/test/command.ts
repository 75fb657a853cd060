import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { outcomeOf } from '../../packages/cli/test/hookwell-process.ts';
import type { Outcome } from '../../packages/cli/test/in-process.ts';

/** An empty folder that the command runs in, with its own home and nothing of this process's environment. */
export class Place implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'hookwell-place-'));
  readonly environment: Record<string, string> = { HOME: this.folder, HOOKWELL_PORT: '0' };
  readonly #program: readonly string[];
  readonly #running = new Set<ChildProcess>();

  constructor(program: readonly string[]) {
    this.#program = program;
    // Windows starts nothing without it.
    const { SystemRoot: system } = process.env;
    if (system !== undefined) this.environment.SystemRoot = system;
  }

  spawn(words: readonly string[]): ChildProcess {
    const [program = '', ...first] = this.#program;
    const child = spawn(program, [...first, ...words], { cwd: this.folder, env: this.environment });
    this.#running.add(child);
    child.once('close', () => this.#running.delete(child));
    return child;
  }

  /** Runs the command where it must work, and gives its standard output without the last line break. */
  async output(words: readonly string[], input = ''): Promise<string> {
    const { code, out, error } = await this.run(words, input);
    if (code !== 0) throw new Error(`hookwell ${words.join(' ')} ended with ${code}: ${error}`);
    return out.replace(/\n$/, '');
  }

  async run(words: readonly string[], input = ''): Promise<Outcome> {
    return await outcomeOf(this.spawn(words), input);
  }

  /** Runs `hookwell serve`; the commands that are run here afterwards use that service. */
  async serve(): Promise<Served> {
    const child = this.spawn(['serve']);
    const ended = once(child, 'close').then(([code]): number | null => code);
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    const url = await firstLine(child, /ready: (\S+)$/);
    if (url === undefined) throw new Error(`the server ended with ${await ended}: ${errors}`);
    this.environment.HOOKWELL_URL = url;
    const end = (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    };
    return { url, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ends = [...this.#running].map((child) => {
      child.kill('SIGKILL');
      return once(child, 'close');
    });
    await Promise.all(ends);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export interface Served {
  url: string;
  /** Sends SIGTERM and gives the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<number | null>;
}

/** Reads standard output up to the first line that the expression matches, and gives its first group. */
export async function firstLine(child: ChildProcess, line: RegExp): Promise<string | undefined> {
  if (child.stdout === null) throw new Error('no standard output');
  for await (const each of createInterface({ input: child.stdout })) {
    const [, found] = line.exec(each) ?? [];
    if (found !== undefined) return found;
  }
  return undefined;
}
