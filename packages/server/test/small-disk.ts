import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A mounted file system of 16 MiB; undefined if mounting is not allowed. */
export function smallDisk(): { folder: string; unmount: () => void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-disk-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    remove();
    return undefined;
  }
  const unmount = () => {
    execFileSync('umount', [folder]);
    remove();
  };
  return { folder, unmount };
}
