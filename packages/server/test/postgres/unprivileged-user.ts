import { spawnSync } from 'node:child_process';

export interface User {
  uid: number;
  gid: number;
}

/** The user that PostgreSQL runs as if this process is root, since PostgreSQL refuses root: one that exists already. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const names = ['nobody', 'daemon', 'postgres'];
  for (const name of names) {
    const [uid, gid] = [idOf('-u', name), idOf('-g', name)];
    if (uid === undefined || gid === undefined) continue;
    // A container may have users that it cannot switch to.
    if (spawnSync('true', [], { cwd: '/', uid, gid }).status === 0) return { uid, gid };
  }
  throw new Error(`PostgreSQL does not run as root, and found none of the users ${names}`);
}

function idOf(option: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [option, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}
