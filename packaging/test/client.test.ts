import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Place } from './command.ts';
import { installInto } from './install.ts';

/** The same program in both kinds of modules; only its first line differs. */
const program = `
const [url = '', apiKey = ''] = process.argv.slice(2);
const hookwell = new HookwellClient({ baseUrl: url, apiKey });
async function run(): Promise<void> {
  const endpoint = await hookwell.endpoints.create();
  await fetch(endpoint.url, { method: 'POST', body: 'for the client' });
  const request = await hookwell.endpoint(endpoint.token).waitFor('method:POST');
  const { id, body }: { id: number; body: string } = request;
  console.log(id > 0, body);
}
void run();
`;

const settings = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    outDir: 'out',
  },
  include: ['*.mts', '*.cts', '*.d.ts'],
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookwell-project-'));
  installInto(folder, [inject('tarballs').client]);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('process.d.ts', 'declare const process: { argv: string[] };\n');
  write('module.mts', `import { HookwellClient } from '@hookwell/client';\n${program}`);
  write('common.cts', `import { HookwellClient } from '@hookwell/client';\n${program}`);
  write('required.cts', `import client = require('@hookwell/client');\n${usesRequired(program)}`);
  write('tsconfig.json', JSON.stringify(settings));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the client is used in a strict project that has nothing else, as a module and required', async () => {
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  execFileSync(process.execPath, [join(compiler, '../bin/tsc'), '-p', folder], {
    stdio: 'inherit',
  });

  const bin = join(inject('installation'), 'node_modules/hookwell/bin/hookwell.cjs');
  await using place = new Place([process.execPath, bin]);
  const { url } = await place.serve();
  const account = ['--email', 'ada@example.com'];
  await place.output(['account', 'create', ...account, '--plan', 'plus']);
  const key = await place.output(['key', 'create', ...account, '--name', 'ci']);
  for (const name of ['module.mjs', 'common.cjs', 'required.cjs']) {
    await using run = new Place([process.execPath, join(folder, 'out', name)]);
    expect(await run.output([url, key]), name).toBe('true for the client');
  }
});

function usesRequired(text: string): string {
  return text.replace('new HookwellClient', 'new client.HookwellClient');
}
