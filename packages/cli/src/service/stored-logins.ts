import { chmod, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, fileFailure, hasCode } from '../command-line/outcome.ts';
import { writeFileWhole } from '../output/output-file.ts';

/** The logins that `hookwell login` stores. */
export interface StoredLogins {
  /** The service of the last login. Commands without an address go there. */
  address?: string;
  /** By the address of the service: a credential is never sent to another one. */
  credentials: Readonly<Record<string, Credential>>;
}

/** The credential that is stored for the service at this address, if there is one. */
export function storedCredential(
  { credentials }: StoredLogins,
  address: string,
): Credential | undefined {
  return Object.hasOwn(credentials, address) ? credentials[address] : undefined;
}

/** The file that holds the logins, in the usual place of the system. */
export function storedLoginsFile({ environment }: Pick<Surroundings, 'environment'>): string {
  return join(configurationFolder(environment), 'hookwell', 'credentials.json');
}

function configurationFolder(environment: Surroundings['environment']): string {
  // The XDG Base Directory Specification has paths ignored that are not absolute.
  if (environment.XDG_CONFIG_HOME?.startsWith('/')) return environment.XDG_CONFIG_HOME;
  const { APPDATA } = environment;
  if (platform() === 'win32' && APPDATA) return APPDATA;
  return join(environment.HOME || homedir(), '.config');
}

/**
 * Reads the stored logins; there are none without a file. A note warns of a file that others can read.
 * @throws {CommandFailure} if the file cannot be read or understood
 */
export async function readStoredLogins(
  surroundings: Pick<Surroundings, 'environment' | 'note'>,
): Promise<StoredLogins> {
  const file = storedLoginsFile(surroundings);
  let content: string;
  try {
    content = await readFile(file, 'utf8');
    await warnOfReaders(file, surroundings);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { credentials: {} };
    throw fileFailure('read', file, error);
  }
  return parse(content, file);
}

async function warnOfReaders(file: string, { note }: Pick<Surroundings, 'note'>): Promise<void> {
  if (platform() === 'win32') return;
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return;
  note(`hookwell: others on this machine may read your credentials: chmod 600 '${file}'`);
}

/**
 * Replaces the stored logins, whole or not at all, readable by this user alone.
 * @throws {CommandFailure} if they cannot be written
 */
export async function writeStoredLogins(
  surroundings: Pick<Surroundings, 'environment'>,
  logins: StoredLogins,
): Promise<void> {
  const file = storedLoginsFile(surroundings);
  await makeFolderFor(file);
  const text = `${JSON.stringify(logins, undefined, 2)}\n`;
  await writeFileWhole(file, (write) => write(text), 0o600);
}

/** Has the folder of the file, readable by this user alone. */
async function makeFolderFor(file: string): Promise<void> {
  const folder = dirname(file);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  } catch (error) {
    throw fileFailure('write', file, error);
  }
}

/**
 * Does work that reads the stored logins and writes them, while no other command does such work.
 * @throws {CommandFailure} if the folder cannot be written to
 */
export async function whileLoginsAreLocked<Result>(
  surroundings: Pick<Surroundings, 'environment'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const file = storedLoginsFile(surroundings);
  await makeFolderFor(file);
  return await alone(`${file}.lock`, work);
}

function parse(content: string, file: string): StoredLogins {
  const logins = parseJson(content);
  if (isStoredLogins(logins)) return logins;
  throw new CommandFailure(`${file} is damaged: delete it and log in again ("hookwell login")`);
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

const visibleAscii = /^[\x21-\x7e]+$/;

function isStoredLogins(value: unknown): value is StoredLogins {
  if (!isObject(value) || !isObject(value.credentials)) return false;
  if (value.address !== undefined && typeof value.address !== 'string') return false;
  return Object.values(value.credentials).every((credential) => {
    if (!isObject(credential)) return false;
    const text = credential.apiKey ?? credential.cookie;
    return typeof text === 'string' && visibleAscii.test(text);
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A lock of this age was left by a process that was killed. */
const abandonedAfterMs = 30_000;

const retryIntervalMs = 50;

/**
 * Does the work while no other process does work under the same file.
 * @throws {CommandFailure} if the file cannot be made
 */
async function alone<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  while (!(await take(file))) {
    await pause(retryIntervalMs);
    await breakAbandoned(file);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.close();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw fileFailure('write', file, error);
  }
}

async function breakAbandoned(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > abandonedAfterMs) {
    await rm(file, { force: true });
  }
}

/** The credential that the command sends to the service: an API key, or the cookie of a session. */
export type Credential = { apiKey: string } | { cookie: string };

/**
 * The given API key, without white space around it.
 * @param source the option or setting that it comes from: `--key`
 * @throws {CommandFailure} if the text does not look like an API key
 */
export function apiKeyCredential(text: string, source: string): Credential {
  const apiKey = text.trim();
  if (/^wh-[0-9A-Za-z]+$/.test(apiKey)) return { apiKey };
  throw new CommandFailure(`${source} is no API key: they begin with "wh-"`);
}
