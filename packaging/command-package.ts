import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCommandFolder } from './package-folder.ts';
import { tarball } from './tarball.ts';

/** The npm package of the command, as a service hands it out. */
export async function commandPackage(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-command-'));
  try {
    await makeCommandFolder(folder);
    return tarball(filesIn(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function filesIn(folder: string): Map<string, Buffer> {
  const names = globSync('**', { cwd: folder }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return new Map(
    names.map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name))]),
  );
}
