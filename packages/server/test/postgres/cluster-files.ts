import {
  appendFileSync,
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { SupervisedDirectory } from './supervised-directory.ts';

/** Settings of PostgreSQL by their names. */
export type Settings = Readonly<Record<string, string>>;

const testSettings: Settings = {
  listen_addresses: '127.0.0.1',
  // Only loopback is used: the path of a socket may have no more than about 100 characters.
  unix_socket_directories: '',
  max_connections: '200',
  // The less memory, the cheaper the end of a connection; the kernel keeps the files, too.
  shared_buffers: '16MB',
  // In its directory, which is removed even if the server was killed.
  dynamic_shared_memory_type: 'mmap',
  // Tests kill processes, never the kernel: written bytes survive that without a flush.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'on',
  // A short hash is enough: many connections are opened, and the password is random.
  scram_iterations: '1',
};

export interface ClusterOptions {
  initdb: string;
  password: string;
  settings: Settings;
  /** A directory on another disk for its data, which lasts there from the beginning. */
  place?: string | undefined;
}

/** Makes the files of a new server in the directory. */
export async function makeCluster(
  home: SupervisedDirectory,
  { initdb, password, settings, place }: ClusterOptions,
): Promise<void> {
  const passwordFile = join(home.path, 'password');
  writeForUser(home, passwordFile, password);
  const words = ['-D', join(home.path, 'data'), '--no-instructions'];
  if (place === undefined) words.push('--no-sync');
  else linkData(home, place);
  words.push('--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256');
  // Texts sort as people sort them, unlike on SQLite: no test or query may rely on the order of bytes.
  words.push('--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en');
  for (const [name, value] of Object.entries({ ...testSettings, ...settings })) {
    words.push('-c', `${name}=${value}`);
  }
  await runToEnd(home, initdb, words);
}

/** The primary that a standby copies and follows; it is stopped now. */
interface Primary {
  directory: string;
  port: number;
  password: string;
}

/** Copies the primary's files into the directory, for a standby with this name. */
export async function copyForStandby(
  home: SupervisedDirectory,
  { directory, port, password }: Primary,
  name: string,
  settings: Settings,
): Promise<void> {
  const copy = join(home.path, 'data');
  await runToEnd(home, 'cp', ['-R', '-p', directory, copy]);
  // Settings that were made while the primary ran are for the primary alone.
  rmSync(join(copy, 'postgresql.auto.conf'));
  const connection = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=${name}`;
  const lines = Object.entries({ primary_conninfo: connection, ...settings });
  appendFileSync(
    join(copy, 'postgresql.conf'),
    lines.map(([key, value]) => `${key} = '${value.replaceAll("'", "''")}'\n`).join(''),
  );
  writeForUser(home, join(copy, 'standby.signal'), '');
}

function linkData({ path, user }: SupervisedDirectory, place: string): void {
  const data = join(place, 'postgres');
  mkdirSync(data, { mode: 0o700 });
  if (user !== undefined) chownSync(data, user.uid, user.gid);
  syncDirectory(place);
  symlinkSync(data, join(path, 'data'));
}

function syncDirectory(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function writeForUser({ user }: SupervisedDirectory, file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  if (user !== undefined) chownSync(file, user.uid, user.gid);
}

async function runToEnd(home: SupervisedDirectory, file: string, words: string[]): Promise<void> {
  const { ended } = await home.start(file, words, { logFile: 'make.log', endSignal: 'SIGTERM' });
  const how = await ended;
  if (how === '0') return;
  const log = readFileSync(join(home.path, 'make.log'), 'utf8');
  throw new Error(`${file} ended with ${how}:\n${log.slice(-2000)}`);
}
