import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');
export const deploy = join(root, 'deploy');
/** The name that all files have as an example. */
export const domain = 'hooks.example.com';
/** Everything that is wrong, each a line. */
export const problems: string[] = [];
/** Programs that this machine does not have. */
export const missing: string[] = [];
/** A folder for what the programs are to read; whoever starts the checks removes it. */
export const scratch = mkdtempSync(join(tmpdir(), 'hookwell-deploy-'));

/** Asks a program whether a file is valid: it must exit with 0, and must not print `mustNotSay`. */
export function check(
  file: string,
  program: string,
  parameters: string[],
  environment: Record<string, string> = {},
  mustNotSay?: RegExp,
): void {
  const { error, status, stdout, stderr } = spawnSync(program, parameters, {
    cwd: scratch,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    timeout: 60_000,
  });
  if (error !== undefined) {
    if ('code' in error && error.code === 'ENOENT') missing.push(program);
    else problems.push(`${file}: ${program} cannot be asked: ${error.message}`);
  } else if (status !== 0 || mustNotSay?.test(stderr)) {
    problems.push(`${file}: ${program} refuses it:\n${stdout}${stderr}`);
  }
}

/** A file of `deploy/`. */
export function read(file: string): string {
  return readFileSync(join(deploy, file), 'utf8');
}
