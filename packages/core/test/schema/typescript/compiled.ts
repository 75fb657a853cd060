import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');

/** What the compiler says of these modules; empty if they compile. */
export function complaintsAbout(modules: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-types-'));
  try {
    for (const [index, source] of modules.entries()) {
      writeFileSync(join(folder, `module-${index}.ts`), source);
    }
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'esnext',
      module: 'esnext',
      lib: ['esnext', 'dom'],
      types: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], {
      encoding: 'utf8',
    });
    return status === 0 ? stdout : `${stdout}\nstatus ${status}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
