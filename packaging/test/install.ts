import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Installs packed packages in a folder, with npm and without a network: they need nobody else's. */
export function installInto(folder: string, tarballs: readonly string[]): void {
  // Without it npm looks for a project in the folders above.
  writeFileSync(join(folder, 'package.json'), '{}');
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  npm(folder, ['install', ...options, ...tarballs]);
}

/** Runs npm in a folder and gives what it writes. */
export function npm(folder: string, words: readonly string[]): string {
  const [program, ...first] = npmProgram();
  return execFileSync(program, [...first, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: withoutNpm(process.env),
    // Windows' npm is a script of its shell.
    shell: program.endsWith('.cmd'),
  });
}

/** npm describes the project of a script to it in such variables, and would take them for this project's. */
function withoutNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^npm_/i.test(name)));
}

/** The npm whose script runs this, else the one that is found; both in this Node. */
function npmProgram(): [string, ...string[]] {
  const { npm_execpath: path } = process.env;
  if (path !== undefined && existsSync(path)) return [process.execPath, path];
  const beside = join(dirname(process.execPath), 'npm');
  if (existsSync(beside)) return [beside];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}
