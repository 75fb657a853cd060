import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorMessage } from '@hookwell/core/api/error-message';
import { CommandFailure } from '../command-line/outcome.ts';

/**
 * Opens a file in the user's editor and waits until it is closed.
 * @throws {CommandFailure} if there is no editor, or it says that it failed
 */
export async function editFile(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const isWindows = process.platform === 'win32';
  const editor = environment.VISUAL || environment.EDITOR || (isWindows ? 'notepad' : 'vi');
  // The setting is a command line, as in EDITOR="code --wait": a shell takes it apart, the file's name stays whole.
  const child = isWindows
    ? spawn(`${editor} "${file}"`, { env: environment, stdio: 'inherit', shell: true })
    : spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { env: environment, stdio: 'inherit' });
  // Ctrl-C is the editor's meanwhile.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', resolve);
    });
    if (code !== 0) throw new CommandFailure(`The editor failed: ${editor}`);
  } catch (cause) {
    if (cause instanceof CommandFailure) throw cause;
    throw new CommandFailure(`The editor cannot be started: ${errorMessage(cause)}`, { cause });
  } finally {
    process.off('SIGINT', ignore);
  }
}

/** Whether a program of this name can be started. */
export async function isOnPath(
  program: string,
  { PATH = '', Path = PATH }: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const name = process.platform === 'win32' ? `${program}.exe` : program;
  const folders = Path.split(delimiter).filter((folder) => folder !== '');
  const found = await Promise.all(
    folders.map((folder) =>
      access(join(folder, name), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

/**
 * A program that opens pages has failed by this time, if it fails. One that works may stay as long as its page.
 */
const longestFailureMs = 1000;

/** Opens the address in the user's browser. Gives whether that worked, as far as can be known. */
export async function openInBrowser(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<boolean> {
  const [command, ...words] = opener(platform);
  const child = spawn(command, [...words, url], {
    env: environment,
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
  const isOpen = await Promise.race([ended, pause(longestFailureMs, true)]);
  child.unref();
  return isOpen;
}

function opener(platform: NodeJS.Platform): [command: string, ...words: string[]] {
  if (platform === 'darwin') return ['open'];
  // `start` is a command of the shell, which would interpret characters of the address.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
