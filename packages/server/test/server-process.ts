import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freshDatabase } from './fresh-database.ts';
import { serverFile } from './programs/files.ts';
import { testSecretsKey } from './secrets-key.ts';

/** The server as a process of its own, so that it can be killed. */
export interface ServerProcess extends AsyncDisposable {
  url: string;
  pid: number;
  /** Sends the signal and waits for the end; gives the exit code (null after SIGKILL). */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
  /** Everything it wrote to standard error so far. */
  standardError(): string;
}

export interface ProcessOptions {
  /** Its database, which stays when the server ends. Without it the server has one of its own. */
  databaseUrl?: string;
  environment?: Record<string, string>;
  /** The text of a module that runs in its process before it. */
  preload?: string;
  /** Runs the server under this command, for example a tracer. */
  under?: string[];
  /** The working directory. */
  folder?: string;
}

/** A real server, with a real database. `await using` ends it. */
export async function startProcess(options: ProcessOptions = {}): Promise<ServerProcess> {
  const database = options.databaseUrl === undefined ? await freshDatabase() : undefined;
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  const [command = '', ...words] = [...(options.under ?? []), process.execPath, serverFile];
  const child = spawn(command, words, {
    env: {
      ...process.env,
      HOOKWELL_PORT: '0',
      HOOKWELL_AUTH_RATE_LIMIT: '0',
      HOOKWELL_DATABASE_URL: databaseUrl,
      ...(databaseUrl.startsWith('postgres') ? { HOOKWELL_SECRETS_KEY: testSecretsKey } : {}),
      ...(options.preload === undefined
        ? {}
        : {
            NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(options.preload)}`,
          }),
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: options.folder,
  });
  const gone = once(child, 'exit').then(([code]) => code as number | null);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const url = await readyAddress(child, () => errors).catch(async (error) => {
    await database?.[Symbol.asyncDispose]();
    throw error;
  });
  const end: ServerProcess['end'] = (signal) => {
    child.kill(signal);
    return gone;
  };
  return {
    url,
    pid: child.pid ?? 0,
    end,
    standardError: () => errors,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
      await database?.[Symbol.asyncDispose]();
    },
  };
}

/** Starts a server that must refuse to start; gives its exit code and standard error. */
export async function startRefused(
  options: ProcessOptions,
): Promise<{ code: number | null; standardError: string }> {
  try {
    await using server = await startProcess(options);
    throw new Error(`it started at ${server.url}`);
  } catch (error) {
    if (error instanceof DidNotStart)
      return { code: error.code, standardError: error.standardError };
    throw error;
  }
}

class DidNotStart extends Error {
  readonly code: number | null;
  readonly standardError: string;

  constructor(code: number | null, standardError: string) {
    super(`the server did not start: ${standardError}`);
    this.code = code;
    this.standardError = standardError;
  }
}

async function readyAddress(child: ChildProcess, errors: () => string): Promise<string> {
  const closed = once(child, 'close');
  if (child.stdout !== null) {
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /ready: (\S+)$/.exec(line)?.[1];
      if (address !== undefined) return address;
    }
  }
  await closed;
  throw new DidNotStart(child.exitCode, errors());
}
