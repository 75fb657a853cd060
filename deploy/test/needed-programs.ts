import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's packages have the names of these programs. */
export const neededPrograms = [
  ...['podman', 'runc', 'netavark', 'aardvark-dns', 'iptables'],
  'docker-compose',
];
/** Only for base images that are not there and come from no registry. */
export const baseImageProgram = 'mmdebstrap';

/** Podman starts its own programs from here, and those the ones of root. */
const podmanFolders = [
  ...['/usr/lib/podman', '/usr/libexec/podman', '/usr/local/libexec/podman'],
  '/usr/sbin',
];

/**
 * Makes sure of programs before anything is built.
 * @param path the folders in which programs are looked for, as the environment has them
 * @throws {Error} a line that names those that are missing, and installs them on Debian
 */
export function requirePrograms(
  programs: readonly string[],
  path = [process.env.PATH, ...podmanFolders].join(delimiter),
): void {
  const folders = path.split(delimiter);
  const missing = programs.filter(
    (program) => !folders.some((folder) => existsSync(join(folder, program))),
  );
  if (missing.length === 0) return;
  const names = missing.join(' ');
  throw new Error(
    `npm run test:image lacks ${missing.join(', ')}: apt-get install --no-install-recommends ${names}`,
  );
}
