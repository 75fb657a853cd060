import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

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
