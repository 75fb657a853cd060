import { spawn } from 'node:child_process';
import { errorMessage } from '@hookwell/contract/error-message';
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
