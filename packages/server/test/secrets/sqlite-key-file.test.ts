import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EncryptedSecrets } from '../../src/secrets/encrypted-secrets.ts';
import { smallDisk } from '../small-disk.ts';

let folder: string;
let keyFile: string;
let failures: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookwell-key-'));
  keyFile = join(folder, 'hookwell.db.secrets-key');
  failures = [];
});

afterEach(() => rmSync(folder, { recursive: true }));

const log = {
  error: ({ err }: { err: unknown }) => void failures.push(err instanceof Error ? err.message : ''),
};
const withFile = () => new EncryptedSecrets({ keys: [], keyFile }, log);
const withKeys = (...keys: Uint8Array[]) => new EncryptedSecrets({ keys, keyFile }, log);
const kept = { secrets: ['a secret'], former: ['an older one'] };
const notHere = { name: 'SecretsUnreadable', message: /not here/ };

test('the key file is made at the first secret, for its owner alone, and is used from then on', async () => {
  await expect(withFile().open(1, '1.abcdefghijkl.x')).rejects.toMatchObject(notHere);
  expect(readdirSync(folder)).toEqual([]);
  const sealed = await withFile().seal(1, kept);
  expect(readdirSync(folder)).toEqual(['hookwell.db.secrets-key']);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const text = readFileSync(keyFile, 'utf8');
  expect(text).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
  expect(await withFile().open(1, sealed)).toEqual(kept);
  expect(await withFile().seal(1, kept)).not.toBe(sealed);
  // The text is the form of the setting too.
  expect(await withKeys(Buffer.from(text, 'base64')).open(1, sealed)).toEqual(kept);
  expect(readFileSync(keyFile, 'utf8')).toBe(text);
});

test('processes that make it at once use one key', async () => {
  const many = Array.from({ length: 20 }, withFile);
  const sealed = await Promise.all(many.map((secrets) => secrets.seal(7, kept)));
  const reader = withFile();
  for (const text of sealed) expect(await reader.open(7, text)).toEqual(kept);
  expect(readdirSync(folder)).toEqual(['hookwell.db.secrets-key']);
});

test.each([
  ['empty', ''],
  ['cut off', randomBytes(31).toString('base64')],
  ['no Base64', '*'.repeat(44)],
])('a key file that is %s is refused by its name, and stays as it is', async (_what, text) => {
  const sealed = await withFile().seal(1, kept);
  chmodSync(keyFile, 0o600);
  writeFileSync(keyFile, text);
  await expect(withFile().seal(1, kept)).rejects.toMatchObject({
    name: 'NoSecretsKey',
    message: expect.stringContaining(`${keyFile} must be`),
  });
  await expect(withFile().open(1, sealed)).rejects.toMatchObject(notHere);
  expect(readFileSync(keyFile, 'utf8')).toBe(text);
  expect(failures).toHaveLength(2);
  if (text !== '') expect(failures.join()).not.toContain(text);
});

test('no secret is kept under a key whose file is gone, or has another key by now', async () => {
  const secrets = withFile();
  const sealed = await secrets.seal(1, kept);
  const text = readFileSync(keyFile);
  rmSync(keyFile);
  await expect(secrets.seal(1, kept)).rejects.toMatchObject({ message: /is gone/ });
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(keyFile, randomBytes(32).toString('base64'));
  await expect(secrets.seal(1, kept)).rejects.toMatchObject({ message: /is another key/ });
  expect(await secrets.open(1, sealed)).toEqual(kept);
  writeFileSync(keyFile, text);
  expect(await withFile().open(1, await secrets.seal(1, kept))).toEqual(kept);
});

test('with a key of the settings new secrets are under it, and those of the file are still opened', async () => {
  const old = await withFile().seal(1, kept);
  const secrets = withKeys(randomBytes(32));
  expect(await secrets.open(1, old)).toEqual(kept);
  expect(await secrets.isCurrent(old)).toBe(false);
  const sealed = await secrets.seal(1, kept);
  expect(await secrets.isCurrent(sealed)).toBe(true);
  await expect(withFile().open(1, sealed)).rejects.toMatchObject(notHere);
  expect([await secrets.placeOfKey(old), await secrets.placeOfKey(sealed)]).toEqual([
    keyFile,
    'HOOKWELL_SECRETS_KEY',
  ]);
});

test('of several keys the first one encrypts, and each one opens', async () => {
  const [before, after] = [randomBytes(32), randomBytes(32)];
  const old = await withKeys(before).seal(1, kept);
  const both = withKeys(after, before);
  expect(await both.open(1, old)).toEqual(kept);
  expect(await both.isCurrent(old)).toBe(false);
  expect(await withKeys(after).open(1, await both.seal(1, kept))).toEqual(kept);
  expect(readdirSync(folder)).toEqual([]);
});

test('a place where no file can be made is told', async () => {
  keyFile = join(folder, 'none', 'hookwell.db.secrets-key');
  await expect(withFile().seal(1, kept)).rejects.toMatchObject({
    name: 'NoSecretsKey',
    message: expect.stringContaining('ENOENT'),
  });
});

test('on a full disk no key is made, which passes with it', async (context) => {
  const disk = smallDisk();
  // Only root may mount one.
  if (disk === undefined) return context.skip('needs the right to mount a tmpfs');
  context.onTestFinished(disk.unmount);
  keyFile = join(disk.folder, 'hookwell.db.secrets-key');
  const filler = join(disk.folder, 'filler');
  writeFileSync(filler, new Uint8Array(16 * 1024 * 1024));
  await expect(withFile().seal(1, kept)).rejects.toMatchObject({
    name: 'StoreUnavailable',
    message: expect.stringContaining('ENOSPC'),
  });
  expect(readdirSync(disk.folder)).toEqual(['filler']);
  rmSync(filler);
  expect(await withFile().open(1, await withFile().seal(1, kept))).toEqual(kept);
});
