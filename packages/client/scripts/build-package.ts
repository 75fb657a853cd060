import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { publishing, repositoryManifest } from '../../../packaging/repository.ts';
import { repository } from '../../web/scripts/documentation/pages.ts';
import { callDeclarations, contractDeclarations } from './contract-types.ts';

const packageFolder = join(import.meta.dirname, '..');
const sourceFolder = join(packageFolder, 'src');
const coreFolder = join(packageFolder, '../core/src');
/** Modules of `core` that come along, with their imports: a user's project installs one package. */
const broughtAlong = [
  'json/tokenizer',
  'json/json-text',
  'http/target-text',
  'match/index',
  'schema/index',
  'grade/index',
  'api/routes',
  'senders/tables/samples',
];
const contractModule = '@hookwell/core/api';

/**
 * Builds the published package into a folder that is emptied before: modules and declarations for Node 20,
 * Deno, Bun and browsers. They import nothing but one another, and the fixtures their test runner.
 */
export function buildPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const types = contractNames('types');
  const declared = contractDeclarations(types);
  const internal = [contractDeclarations(contractNames('internal-types')), callDeclarations(types)];
  compileAll(folder, [declared, ...internal].join('\n'));
  const imported = `import type { ${types.join(', ')} } from './types.js';\n`;
  writeFileSync(join(folder, 'contract/types.d.ts'), declared);
  writeFileSync(join(folder, 'contract/internal-types.d.ts'), [imported, ...internal].join('\n'));
  nameModulesInDeclarations(folder);
  for (const file of broughtAlong) nameModule(folder, moduleOf(file), `core/${file}.js`);
  nameModule(folder, contractModule, 'contract/types.js');
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), publishedReadme());
  copyFileSync(join(packageFolder, '../../LICENSE'), join(folder, 'LICENSE'));
}

/** The instructions, with links that lead to the repository, of which the package has nothing else. */
function publishedReadme(): string {
  const text = readFileSync(join(packageFolder, 'README.md'), 'utf8');
  return text.replace(/(?<=\]\()\.\.\/\.\.\//g, repository);
}

/** The types of the contract that such a file takes; `Calls` has a declaration of its own. */
function contractNames(file: 'types' | 'internal-types'): string[] {
  const source = readFileSync(join(sourceFolder, `contract/${file}.ts`), 'utf8');
  const [, list = ''] = /export type \{([^}]*)\}/.exec(source) ?? [];
  return (list.match(/\w+/g) ?? []).filter((name) => name !== 'Calls');
}

/** Compiles everything against these declarations: the contract itself needs the types of a library. */
function compileAll(folder: string, contract: string): void {
  const workplace = mkdtempSync(join(tmpdir(), 'hookwell-client-build-'));
  try {
    const contractFile = join(workplace, 'contract.d.ts');
    writeFileSync(contractFile, contract);
    const paths: Record<string, string[]> = { [contractModule]: [contractFile] };
    const built = join(folder, 'core');
    // What these modules take of `api/index.ts` are types, for which the declarations stand.
    const core = join(workplace, 'core');
    cpSync(coreFolder, core, { recursive: true });
    writeFileSync(join(core, 'api/index.ts'), contract);
    writeFileSync(join(core, 'package.json'), '{ "type": "module" }');
    paths[moduleOf('schema/index')] = [join(core, 'schema/index.ts')];
    const entries = broughtAlong.map((file) => join(core, `${file}.ts`));
    compile(compilation(core, entries, built, paths), 'The modules of core');
    for (const name of ['index.js', 'index.d.ts']) rmSync(join(built, 'api', name));
    nameModulesInDeclarations(folder);
    for (const file of broughtAlong) paths[moduleOf(file)] = [join(built, `${file}.d.ts`)];
    compile(compilation(sourceFolder, [sourceFolder], folder, paths), 'The client');
  } finally {
    rmSync(workplace, { recursive: true, force: true });
  }
}

/** What the workspace imports such a file as. */
function moduleOf(file: string): string {
  return `@hookwell/core/${file.replace(/\/index$/, '')}`;
}

/** @throws {Error} if the project cannot be compiled */
function compile(project: object, subject: string): void {
  const workplace = mkdtempSync(join(tmpdir(), 'hookwell-client-build-'));
  try {
    const file = join(workplace, 'tsconfig.json');
    writeFileSync(file, JSON.stringify(project));
    const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
    const tsc = join(compiler, '../bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', file], {
      cwd: packageFolder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${subject} cannot be compiled:\n${stdout}`);
  } finally {
    rmSync(workplace, { recursive: true, force: true });
  }
}

function compilation(
  rootDir: string,
  include: string[],
  outDir: string,
  paths: Record<string, string[]>,
) {
  return {
    extends: join(packageFolder, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      outDir,
      rootDir,
      rewriteRelativeImportExtensions: true,
      // The language of Node 20 and its library: anything newer does not compile.
      target: 'es2022',
      lib: ['es2022', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
      paths,
      typeRoots: [],
    },
    include,
  };
}

/** Makes everything import a module from the file of the package that stands for it. */
function nameModule(folder: string, module: string, file: string): void {
  const imports = new RegExp(`(from |import\\()(['"])${module}\\2`, 'g');
  for (const name of globSync('**/*.{js,d.ts}', { cwd: folder })) {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(module)) continue;
    const up = relative(dirname(name), file).replaceAll('\\', '/');
    const address = up.startsWith('.') ? up : `./${up}`;
    writeFileSync(path, text.replace(imports, `$1'${address}'`));
  }
}

/** Makes the declarations import `.js` files: the compiler does that by itself in modules alone. */
function nameModulesInDeclarations(folder: string): void {
  for (const name of globSync('**/*.d.ts', { cwd: folder })) {
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    const named = text.replace(/((?:from |import\()(['"])\.[^'"]*)\.ts\2/g, '$1.js$2');
    writeFileSync(file, named.replace(/'(?:\.\.\/)+api\/index\.js'/g, `'${contractModule}'`));
  }
}

/** Entry points for this workspace, which are no part of the published package. */
const unpublishedEntries = [
  './api',
  './archives',
  './audit',
  './live',
  './patience',
  './same-document',
];

/** The package.json of the published package, with the entry points of the workspace. */
function manifest() {
  const source = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    name: string;
    license: string;
    exports: Record<string, string>;
  };
  const published = Object.entries(source.exports).filter(
    ([entry]) => !unpublishedEntries.includes(entry),
  );
  const entries = published.map(([entry, file]) => {
    const built = file.replace(/^\.\/src\//, './').replace(/\.ts$/, '');
    return [entry, { types: `${built}.d.ts`, default: `${built}.js` }];
  });
  return {
    name: source.name,
    version: repositoryManifest().version,
    description:
      'Client of the Hookwell webhook capture service: typed calls, live streams, waiting.',
    keywords: ['webhook', 'webhooks', 'testing', 'vitest', 'playwright'],
    license: source.license,
    ...publishing('packages/client'),
    type: 'module',
    sideEffects: false,
    exports: { ...Object.fromEntries(entries), './package.json': './package.json' },
    files: ['**/*.js', '**/*.d.ts'],
    engines: { node: '>=20' },
    peerDependencies: { '@playwright/test': '>=1.40', vitest: '>=2' },
    peerDependenciesMeta: { '@playwright/test': { optional: true }, vitest: { optional: true } },
  };
}
