import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

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
