import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { CommandFailure, type Surroundings, UsageError } from './command.ts';
import { progressOn } from './progress.ts';
import { run } from './run.ts';

// The only file of the command that touches `process`.

/** A reader that has seen enough (`hookwell account list | head -1`) is no failure. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  loadEnvironmentFile();
  await run(process.argv.slice(2), surroundings(), version());
} catch (error) {
  process.exitCode = report(error);
}

function surroundings(): Surroundings {
  return {
    environment: process.env,
    input: process.stdin,
    print: (line) => process.stdout.write(`${line}\n`),
    progress: progressOn(process.stderr),
  };
}

/**
 * Reads `.env` of the working directory. What the environment has already wins.
 * @throws CommandFailure where there is one that cannot be read: `process.loadEnvFile` (Node 26) passes over
 * a file that is not ours to read, as if there were none.
 */
function loadEnvironmentFile(): void {
  let content: string;
  try {
    content = readFileSync('.env', 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`Cannot read .env: ${reason}`, { cause: error });
  }
  for (const [name, value] of Object.entries(parseEnv(content))) process.env[name] ??= value;
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  const content: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return content.version;
}

/** Tells the user what went wrong and gives the exit code that says so to scripts. */
function report(error: unknown): number {
  if (error instanceof UsageError) {
    const topic = ['hookwell', error.commandName, '--help'].filter(Boolean).join(' ');
    process.stderr.write(`hookwell: ${error.message} (see "${topic}")\n`);
    return 2;
  }
  // Anything else than a CommandFailure is a bug: its stack is what helps then.
  const text = error instanceof CommandFailure ? error.message : describeBug(error);
  process.stderr.write(`hookwell: ${text}\n`);
  return 1;
}

function describeBug(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
