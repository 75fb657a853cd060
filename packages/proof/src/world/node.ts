import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { DatabaseProxy } from '../../../server/test/postgres/database-proxy.ts';
import { serverFile } from '../../../server/test/programs/files.ts';
import type { Leftovers } from './leftovers.ts';
import type { NodeClock } from './node-clock.ts';

/** A node of the service: a process that can be killed, frozen and started again at the same address. */
export class ServiceNode implements AsyncDisposable {
  readonly number: number;
  /** The address of API and receive URLs; the same after each start. */
  readonly url: string;
  /** Its connection to PostgreSQL. */
  readonly proxy: DatabaseProxy | undefined;
  /** Its clock, in worlds with `clocks`. */
  readonly clock: NodeClock | undefined;
  /** Its environment; changes count from the next start on. */
  readonly environment: Record<string, string>;
  readonly #leftovers: Leftovers | undefined;
  #child: ChildProcess | undefined;
  #errors = '';

  constructor(
    number: number,
    port: number,
    environment: Record<string, string>,
    proxy: DatabaseProxy | undefined,
    clock?: NodeClock,
    leftovers?: Leftovers,
  ) {
    this.number = number;
    this.url = `http://127.0.0.1:${port}`;
    this.proxy = proxy;
    this.clock = clock;
    this.#leftovers = leftovers;
    this.environment = { ...environment, ...clock?.environment, HOOKWELL_PORT: String(port) };
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Everything that it wrote to standard error, over all its starts. */
  get standardError(): string {
    return this.#errors;
  }

  /** Starts it and waits until it is ready. Rejects with what it wrote to standard error if it ends before. */
  async start(): Promise<void> {
    if (this.#child !== undefined) throw new Error(`node ${this.number} runs already`);
    const child = spawn(process.execPath, [serverFile], {
      env: { ...process.env, ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const { pid } = child;
    if (pid !== undefined) this.#leftovers?.note({ kind: 'started', pid });
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
      if (pid !== undefined) this.#leftovers?.note({ kind: 'ended', pid });
    });
    const from = this.#errors.length;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text;
    });
    const closed = once(child, 'close');
    for await (const line of createInterface({ input: child.stdout })) {
      if (/ready: \S+$/.test(line)) {
        child.stdout.resume();
        return;
      }
    }
    await closed;
    throw new Error(`node ${this.number} did not start: ${this.#errors.slice(from)}`);
  }

  /** Sends a signal and waits for its end; gives the exit code, null after SIGKILL. Does nothing when it is down. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    if (child === undefined) return null;
    const gone = once(child, 'exit');
    child.kill(signal);
    // A frozen process ends by SIGKILL alone.
    const [code] = await gone;
    return code;
  }

  /** Holds it where it is, with all its threads, until it is thawed. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL');
    await this.proxy?.[Symbol.asyncDispose]();
    this.clock?.[Symbol.dispose]();
  }
}
