import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
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
  databaseUrl: string;
  environment?: Record<string, string>;
  /** Runs the server under this command, for example a tracer. */
  under?: string[];
  /** The working directory. */
  folder?: string;
}

export async function startProcess(options: ProcessOptions): Promise<ServerProcess> {
  const [command = '', ...words] = [...(options.under ?? []), process.execPath, serverFile];
  const child = spawn(command, words, {
    env: {
      ...process.env,
      HOOKWELL_PORT: '0',
      HOOKWELL_AUTH_RATE_LIMIT: '0',
      HOOKWELL_DATABASE_URL: options.databaseUrl,
      ...(options.databaseUrl.startsWith('postgres')
        ? { HOOKWELL_SECRETS_KEY: testSecretsKey }
        : {}),
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
  const url = await readyAddress(child, () => errors);
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
