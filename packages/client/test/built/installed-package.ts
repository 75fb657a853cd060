import { spawn } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildPackage } from '../../scripts/build-package.ts';

const repository = join(import.meta.dirname, '../../../..');

/** The files of the built package: to build it takes seconds of processor time. */
let built: ReadonlyMap<string, Buffer> | undefined;

/** Puts the built package into a folder. */
export function install(folder: string): void {
  if (built === undefined) {
    buildPackage(folder);
    const names = globSync('**', { cwd: folder }).filter((name) =>
      statSync(join(folder, name)).isFile(),
    );
    built = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
    return;
  }
  for (const [name, content] of built) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Links packages of the repository into a project. */
export function link(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(repository, 'node_modules', name), path, 'junction');
  }
}

/** A user's project, with the built package installed. `using` removes it. */
export class Project implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'hookwell-client-'));
  /** The folder of the built package. */
  readonly package = join(this.folder, 'node_modules/@hookwell/client');

  constructor() {
    install(this.package);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The output of a process, and its exit code. */
export interface Outcome {
  code: number | null;
  output: string;
}

/** Runs a program in the folder until it ends. */
export async function run(
  folder: string,
  [program = '', ...words]: readonly string[],
  environment: Record<string, string> = {},
): Promise<Outcome> {
  // The runners must not believe that they are part of the run that starts them.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/VITEST|^(TEST|NODE|HOOKWELL)_/.test(name),
  );
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
