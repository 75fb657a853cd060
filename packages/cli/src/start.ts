import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandGroup } from './command-line/command.ts';
import { exitCodes } from './command-line/outcome.ts';
import { run } from './commands/run.ts';
import { isClosedPipe, surroundingsIn, version } from './process/surroundings.ts';
import { failureReport } from './service/service-failure.ts';

// The only file of the command that touches `process`.

/** Milliseconds between two looks at the parent. */
const parentCheckMs = 500;

/**
 * Ends the command, as SIGTERM does, when its parent is gone without having sent a signal, since a forgotten server would keep port and
 * database. The parent is the launcher, which names itself when it hands over to another Node (`bin/hookwell.cjs`), or the shell of
 * `npm start` or `npx`: a signal to npm ends that shell, which passes none on. Other commands may outlive what started them.
 */
function endWithParent(): void {
  const { hookwell_launcher: launcher, npm_lifecycle_event: script } = process.env;
  // Processes that this one starts do not belong to that launcher.
  delete process.env.hookwell_launcher;
  if (launcher === undefined && script !== 'start' && script !== 'npx') return;
  const parent = launcher === undefined ? process.ppid : Number(launcher);
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    // 143 is how shells report it.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
  }, parentCheckMs);
  timer.unref();
}

/** Runs the one of these commands that the process was started with. */
export async function start(groups: readonly CommandGroup[]): Promise<void> {
  // A reader that has seen enough (`hookwell account list | head -1`) is no failure.
  process.stdout.on('error', (error) => {
    if (isClosedPipe(error)) return;
    process.stderr.write(`hookwell: Cannot write: ${error.message}\n`);
    process.exit(exitCodes.failed);
  });
  // Without standard error there is no way left to report anything.
  process.stderr.on('error', () => {});
  endWithParent();
  const isWhole = groups.some(({ audience }) => audience === 'operators');
  const handedOut = isWhole ? undefined : { by: handingOutService(process.argv[1]) };

  try {
    await run(process.argv.slice(2), {
      groups,
      version,
      print: (line) => void process.stdout.write(`${line}\n`),
      surroundingsOf: (audience) => surroundingsIn(process, audience, handedOut),
    });
  } catch (error) {
    const { exitCode, text } = failureReport(error);
    if (text !== undefined) process.stderr.write(text);
    process.exitCode = exitCode;
  }
}

/** The path of the command at the service that hands it out. */
const file = '/hookwell.tgz';

/**
 * The address of the service that npm, or npx, got this command from. npm notes that in a file beside the packages. It is `undefined` for
 * a package that came from a file or a registry, and where there is no such note.
 * @param launcher the file that Node was started with, in the folder `bin` of the package, or a link to it
 */
function handingOutService(launcher: string | undefined): string | undefined {
  if (launcher === undefined) return undefined;
  const resolved = notedAddress(launcher);
  if (typeof resolved !== 'string' || !URL.canParse(resolved)) return undefined;
  const { protocol, origin, pathname } = new URL(resolved);
  if (!/^https?:$/.test(protocol) || !pathname.endsWith(file)) return undefined;
  return `${origin}${pathname.slice(0, -file.length)}`.replace(/\/+$/, '');
}

function notedAddress(launcher: string): unknown {
  try {
    const note = join(realpathSync(launcher), '../../../.package-lock.json');
    return JSON.parse(readFileSync(note, 'utf8')).packages['node_modules/hookwell'].resolved;
  } catch {
    return undefined;
  }
}
