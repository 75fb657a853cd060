/**
 * Packs what is published on npm, as `npm publish` takes it: `dist/packages/hookwell-VERSION.tgz` and, beside it,
 * the client. The dashboard and the command that it hands out are built before (`npm run build:packages` does all).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from '../packages/client/scripts/build-package.ts';
import { makePackageFolder } from './package-folder.ts';
import { root } from './repository.ts';

const destination = join(root, 'dist/packages');
const workplace = mkdtempSync(join(tmpdir(), 'hookwell-packages-'));
try {
  rmSync(destination, { recursive: true, force: true });
  mkdirSync(destination, { recursive: true });
  const [command, client] = [join(workplace, 'hookwell'), join(workplace, 'client')];
  await makePackageFolder(command);
  buildPackage(client);
  for (const folder of [command, client]) pack(folder);
} finally {
  rmSync(workplace, { recursive: true, force: true });
}

function pack(folder: string): void {
  const { npm_execpath: npm } = process.env;
  const [program, ...words] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const options = ['--pack-destination', destination, '--ignore-scripts', '--loglevel', 'error'];
  const output = execFileSync(program, [...words, 'pack', folder, '--json', ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  const [packed]: { filename: string; size: number; unpackedSize: number }[] = JSON.parse(output);
  if (packed === undefined) throw new Error(`npm has packed nothing of ${folder}`);
  const { filename, size, unpackedSize } = packed;
  console.log(
    `dist/packages/${filename}: ${megabytes(size)}, installed ${megabytes(unpackedSize)}`,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
