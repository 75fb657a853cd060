import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The path of the command at the service that hands it out. */
const file = '/hookwell.tgz';

/**
 * The address of the service that npm, or npx, got this command from. npm notes that in a file beside the packages. It is `undefined` for
 * a package that came from a file or a registry, and where there is no such note.
 * @param launcher the file that Node was started with, in the folder `bin` of the package, or a link to it
 */
export function handingOutService(launcher: string | undefined): string | undefined {
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
