import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FreshDatabase } from '../../server/test/fresh-database.ts';
import { commandFile } from '../../server/test/programs/files.ts';
import { type Outcome, outcomeInProcess } from './in-process.ts';

/** Every command would compile its code again. */
const { NODE_COMPILE_CACHE } = process.env;
export const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };

/**
 * A folder of its own to run the command in, with the given database; without one, with the SQLite file that the
 * command uses by default.
 */
export class Workplace implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'hookwell-cli-'));
  /** The settings of every run here. */
  readonly environment: Record<string, string> = {};
  /** The Node that runs it. */
  node = process.execPath;
  /** The file of the command. */
  command = commandFile;
  readonly #database: FreshDatabase | undefined;

  constructor(database?: FreshDatabase) {
    this.#database = database;
    if (database !== undefined) this.environment.HOOKWELL_DATABASE_URL = database.url;
  }

  /** Makes the file of the database, still empty, as a server does when it first starts. */
  makeDatabaseFile(): void {
    const { HOOKWELL_DATABASE_URL: url = 'sqlite:data/hookwell.db' } = this.environment;
    if (!url.startsWith('sqlite:')) return;
    const file = resolve(this.folder, url.slice('sqlite:'.length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '', { flag: 'a' });
  }

  /** Starts the command as a user does; `nodeOptions` go to Node itself. */
  spawn(words: readonly string[], nodeOptions: readonly string[] = []): ChildProcess {
    return spawn(this.node, [...nodeOptions, this.command, ...words], {
      cwd: this.folder,
      // A home of its own, so that no stored logins of this machine are read or written.
      env: { PATH: process.env.PATH, HOME: this.folder, ...compileCache, ...this.environment },
      stdio: 'pipe',
    });
  }

  /**
   * Runs it to its end with this standard input, in the process of the test: for all that a command does by its words,
   * settings and input. Its working directory is not the folder, so it reads no file `.env`.
   */
  async run(words: readonly string[], input = ''): Promise<Outcome> {
    if (existsSync(join(this.folder, '.env'))) throw new Error('only a process reads .env');
    return await outcomeInProcess(words, { HOME: this.folder, ...this.environment }, input);
  }

  /** Runs it as `run` does, to a success; gives its standard output without the last line break. */
  async output(words: readonly string[], input = ''): Promise<string> {
    return outputOf(words, await this.run(words, input));
  }

  /** Runs it as `output` does, and reads the JSON of each line. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the lines have
  async jsonLines(words: readonly string[]): Promise<any[]> {
    return jsonLinesIn(await this.output(words));
  }

  /** Runs it in a process of its own, as a user does. */
  async runProcess(words: readonly string[], input = ''): Promise<Outcome> {
    return await outcomeOf(this.spawn(words), input);
  }

  /** Runs it in a process of its own, to a success. */
  async processOutput(words: readonly string[], input = ''): Promise<string> {
    return outputOf(words, await this.runProcess(words, input));
  }

  /** The file in which `hookwell login` stores logins. */
  get credentialsFile(): string {
    return join(this.folder, '.config', 'hookwell', 'credentials.json');
  }

  storedLogins(): { address?: string; credentials: Record<string, Record<string, string>> } {
    return JSON.parse(readFileSync(this.credentialsFile, 'utf8'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database?.[Symbol.asyncDispose]();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function jsonLinesIn(text: string): unknown[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function outputOf(words: readonly string[], { code, out, error }: Outcome): string {
  if (code !== 0) throw new Error(`hookwell ${words.join(' ')} ended with ${code}: ${error}`);
  return out.replace(/\n$/, '');
}

export async function outcomeOf(child: ChildProcess, input = ''): Promise<Outcome> {
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error('no pipes');
  // A command that reads nothing may be gone before its input is written.
  stdin.on('error', () => {});
  stdin.end(input);
  const [[code], out, error] = await Promise.all([
    once(child, 'close'),
    text(stdout),
    text(stderr),
  ]);
  return { code, out, error };
}

/** A server started by `hookwell serve`. `await using` ends it. */
export interface ServedHookwell extends AsyncDisposable {
  url: string;
  /** Its standard output so far. */
  output(): string;
  /** Sends SIGTERM and gives the exit code. */
  stop(): Promise<number | null>;
}

export async function serve(
  workplace: Workplace,
  nodeOptions: readonly string[] = [],
  words: readonly string[] = [],
): Promise<ServedHookwell> {
  workplace.environment.HOOKWELL_PORT = '0';
  const child = workplace.spawn(['serve', ...words], nodeOptions);
  const ended = once(child, 'exit').then(([code]): number | null => code);
  let [output, errors] = ['', ''];
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const [address] = /http:\/\/\S+/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    ended.then((code) => reject(new Error(`the server ended with ${code}: ${errors}`)), reject);
  });
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return ended;
  };
  return {
    url,
    output: () => output,
    stop,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) await stop();
    },
  };
}
