import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import packageJson from '../../../../package.json' with { type: 'json' };
import { leastNode, runsHookwell } from '../../bin/least-node.cjs';
import type { Audience, Surroundings } from '../command-line/command.ts';
import {
  CommandFailure,
  fileFailure,
  hasCode,
  Interrupted,
  OutputClosed,
} from '../command-line/outcome.ts';
import { askOn } from '../input/input.ts';
import { displayOf, progressOn } from '../output/terminal.ts';

export const { version } = packageJson;

/**
 * Takes the world around a command from the process.
 * @throws {CommandFailure} if there is a file `.env` that cannot be read, or this Node does not run the server's part
 */
export function surroundingsIn(
  process: NodeJS.Process,
  audience: Audience,
  handedOut: Surroundings['handedOut'],
): Surroundings {
  if (audience === 'operators' && !runsHookwell()) {
    throw new CommandFailure(
      `The server and the operators' commands need ${leastNode.words}, and this is ${process.versions.node}. Install a newer Node.js and run this again. The commands that talk to a service run on this one, too`,
    );
  }
  const { environment, fromEnvironmentFile } = environmentOf(process, audience);
  const { stdin, stdout, stderr } = process;
  return {
    environment,
    fromEnvironmentFile,
    handedOut,
    version,
    input: stdin,
    print: (line) => void stdout.write(`${line}\n`),
    write: (data) => written(stdout, data),
    note: (line) => void stderr.write(`${line}\n`),
    output: displayOf(stdout, environment),
    notes: displayOf(stderr, environment),
    ask: stdin.isTTY && stderr.isTTY ? askOn(stdin, stderr) : undefined,
    progress: progressOn(stderr),
    interruption: () => interruptionOf(process),
  };
}

/** The settings that everybody's commands take from a folder's `.env`, which may be somebody else's. */
const everybodysSettings = ['HOOKWELL_URL', 'HOOKWELL_PORT', 'HOOKWELL_API_KEY'];

/**
 * The environment and the settings that `.env` of the working directory adds; the environment wins. For
 * operators' commands the process itself gets all of them, since the server and its libraries read them there.
 */
function environmentOf(process: NodeJS.Process, audience: Audience) {
  const file = Object.entries(environmentFile());
  const isTaken = (name: string) => audience === 'operators' || everybodysSettings.includes(name);
  const added = file.filter(([name]) => isTaken(name) && process.env[name] === undefined);
  const fromEnvironmentFile = new Set(added.map(([name]) => name));
  if (audience === 'everybody') {
    return { environment: { ...process.env, ...Object.fromEntries(added) }, fromEnvironmentFile };
  }
  for (const [name, value] of added) process.env[name] = value;
  return { environment: process.env, fromEnvironmentFile };
}

/**
 * The settings in `.env`. (`process.loadEnvFile` of Node 26 silently skips a file without read permission.)
 * @throws {CommandFailure} if there is such a file that cannot be read
 */
function environmentFile(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    throw fileFailure('read', '.env', error);
  }
}

function written(stream: NodeJS.WriteStream, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(data, (error) => {
      if (error === undefined || error === null) resolve();
      else if (isClosedPipe(error)) reject(new OutputClosed());
      else reject(new CommandFailure(`Cannot write: ${error.message}`, { cause: error }));
    });
  });
}

/** Whether the reader of a pipe is gone: EPIPE first, later the stream is destroyed. */
export function isClosedPipe(error: Error): boolean {
  return hasCode(error, 'EPIPE') || hasCode(error, 'ERR_STREAM_DESTROYED');
}

/** A signal to the process group and the launcher's copy count as one: repeats within this time mean nothing. */
const repeatWindowMs = 1000;

function interruptionOf(process: NodeJS.Process): AbortSignal {
  const interruption = new AbortController();
  const interrupt = () => {
    if (interruption.signal.aborted) return;
    interruption.abort(new Interrupted());
    // From then on the signals have their usual effect.
    const release = () => {
      for (const signal of interrupting) process.off(signal, interrupt);
    };
    setTimeout(release, repeatWindowMs).unref();
    // A process that ends by itself takes its handlers away first, and a repeat would kill it then; `exit` keeps them.
    process.once('beforeExit', () => process.exit());
  };
  for (const signal of interrupting) process.on(signal, interrupt);
  return interruption.signal;
}

const interrupting = ['SIGINT', 'SIGTERM'] as const;
