import { readdir, readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { getAssetKeys, getRawAsset } from 'node:sea';
import { fileURLToPath } from 'node:url';

/*
 * Files that Hookwell comes with lie beside its code, so their addresses are `file:` ones. The executable has
 * them inside: its build makes those addresses `asset:/…`.
 */

/**
 * Reads one file.
 * @throws {Error} with the code ENOENT if there is none, with others if it cannot be read
 */
export async function readShippedFile(address: URL): Promise<Buffer> {
  // The bytes stay where they are, in the executable: nobody may write into them.
  if (isAsset(address)) return Buffer.from(getRawAsset(assetName(address)));
  return await readFile(address);
}

/**
 * Lists the files below a folder, whose address ends with a slash, by names with slashes.
 * @throws {Error} if the folder cannot be read
 */
export async function shippedFilesIn(folder: URL): Promise<string[]> {
  if (isAsset(folder)) {
    const start = assetName(folder);
    const names = getAssetKeys().filter((name) => name.startsWith(start));
    return names.map((name) => name.slice(start.length));
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${relative(fileURLToPath(folder), parentPath)}${sep}${name}`)
    .map((name) => name.replaceAll(sep, '/').replace(/^\//, ''));
}

function isAsset({ protocol }: URL): boolean {
  return protocol === 'asset:';
}

function assetName({ pathname }: URL): string {
  return decodeURIComponent(pathname.slice(1));
}

/**
 * Reads the build that the folder's file `current` names; gives undefined if nothing was built yet. The scripts that build write
 * that file once all others are there.
 */
export async function readCurrentBuild<Content>(
  folder: URL,
  read: (build: URL) => Promise<Content>,
): Promise<Content | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const current = await readShippedFile(new URL('current', folder));
      return await read(new URL(`${current.toString().trim()}/`, folder));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      // A newer build may just have replaced the one that was being read.
      if (attempt === 3) return undefined;
    }
  }
}
