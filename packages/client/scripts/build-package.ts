import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractDeclarations, operationDeclarations } from './contract-types.ts';

const packageFolder = join(import.meta.dirname, '..');
const sourceFolder = join(packageFolder, 'src');

/**
 * Builds the package that is published, into a folder that is emptied before: modules and declarations for
 * Node 20, Deno, Bun and browsers, which import nothing but one another (and a test runner in the entry
 * points that are for one).
 */
export function buildPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names = contractNames();
  const declarations = contractDeclarations(names.filter((name) => name !== 'operations'));
  compile(folder, `${declarations}\n${operationDeclarations()}`);
  writeFileSync(join(folder, 'contract/types.d.ts'), declarations);
  nameModulesInDeclarations(folder);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync(join(packageFolder, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(packageFolder, '../../LICENSE'), join(folder, 'LICENSE'));
}

/** What the client takes of the contract. */
function contractNames(): string[] {
  const source = readFileSync(join(sourceFolder, 'contract/types.ts'), 'utf8');
  const [, list = ''] = /export type \{([^}]*)\}/.exec(source) ?? [];
  return list.match(/\w+/g) ?? [];
}

/** Compiles the sources against these declarations instead of the contract, whose types are a library's. */
function compile(folder: string, contract: string): void {
  const workplace = mkdtempSync(join(tmpdir(), 'hookwell-client-build-'));
  try {
    const contractFile = join(workplace, 'contract.d.ts');
    writeFileSync(contractFile, contract);
    const project = join(workplace, 'tsconfig.json');
    writeFileSync(project, JSON.stringify(compilation(folder, contractFile)));
    const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
    const tsc = join(compiler, '../bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', project], {
      cwd: packageFolder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The client cannot be compiled:\n${stdout}`);
  } finally {
    rmSync(workplace, { recursive: true, force: true });
  }
}

function compilation(outDir: string, contractFile: string) {
  return {
    extends: join(packageFolder, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      outDir,
      rootDir: sourceFolder,
      rewriteRelativeImportExtensions: true,
      // The language of Node 20, and its library: what is newer does not compile.
      target: 'es2022',
      lib: ['es2022', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
      paths: { '@hookwell/contract': [contractFile] },
      typeRoots: [],
    },
    include: [sourceFolder],
  };
}

/** Declarations still import the sources; of the modules the compiler has taken care by itself. */
function nameModulesInDeclarations(folder: string): void {
  for (const name of globSync('**/*.d.ts', { cwd: folder })) {
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/((?:from |import\()(['"])\.[^'"]*)\.ts\2/g, '$1.js$2'));
  }
}

/** The package.json of the published package: entry points are those of the workspace. */
function manifest() {
  const source = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license: string;
    exports: Record<string, string>;
  };
  const entries = Object.entries(source.exports).map(([entry, file]) => {
    const built = file.replace(/^\.\/src\//, './').replace(/\.ts$/, '');
    return [entry, { types: `${built}.d.ts`, default: `${built}.js` }];
  });
  return {
    name: source.name,
    version: source.version,
    description:
      'Client of the Hookwell webhook capture service: typed calls, live streams, waiting.',
    keywords: ['webhook', 'webhooks', 'testing', 'vitest', 'playwright'],
    license: source.license,
    type: 'module',
    sideEffects: false,
    exports: { ...Object.fromEntries(entries), './package.json': './package.json' },
    files: ['**/*.js', '**/*.d.ts'],
    engines: { node: '>=20' },
    peerDependencies: { '@playwright/test': '>=1.40', vitest: '>=2' },
    peerDependenciesMeta: { '@playwright/test': { optional: true }, vitest: { optional: true } },
  };
}
