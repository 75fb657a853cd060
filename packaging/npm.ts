import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Runs npm in a folder and gives its standard output.
 * @throws {Error} with npm's complaint, if npm fails
 */
export function npm(folder: string, words: readonly string[]): string {
  const [program, ...first] = npmProgram();
  return execFileSync(program, [...first, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: withoutProject(process.env),
    stdio: 'pipe',
    // Windows' npm is a script of its shell.
    shell: program.endsWith('.cmd'),
  });
}

/**
 * npm describes the project of a script to it in such variables, and would take them for this project's. The user's own
 * settings, a registry for example, come in variables as well, and stay.
 */
function withoutProject(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ofProject =
    /^npm_(package|lifecycle)_|^npm_config_(local_prefix|workspaces?|include_workspace_root)$/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ofProject.test(name)));
}

/** The npm whose script runs this, else the one that is found; both in this Node. */
function npmProgram(): [string, ...string[]] {
  const { npm_execpath: path } = process.env;
  if (path !== undefined && existsSync(path)) return [process.execPath, path];
  const beside = join(dirname(process.execPath), 'npm');
  if (existsSync(beside)) return [beside];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}
