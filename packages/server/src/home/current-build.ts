import { readShippedFile } from '../shipped-files.ts';

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
