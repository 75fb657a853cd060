import { join } from 'node:path';
import {
  type OutputAsset,
  type OutputChunk,
  type OutputOptions,
  type Plugin,
  rolldown,
} from 'rolldown';
import { bundledParts } from '../packages/core/scripts/bundled-parts.ts';
import { type Found, type NewAddresses, ownAddresses } from './own-addresses.ts';
import { repositoryManifest, root } from './repository.ts';

export interface Bundle {
  /** Files and folders that come along, by the names that the bundle knows them by. */
  files: ReadonlyMap<string, string>;
  /** The paths of all modules that are in it. */
  modules: ReadonlySet<string>;
}

/**
 * V8 keeps the text of each loaded module. One character beyond Latin-1 makes it take two bytes for each of them, and a fifth of it
 * are comments: together 5 MiB of a server. Licences are in a file of their own.
 */
const shortText = { charset: 'ascii', comments: false } as const;

/** The whole command. */
export const main = join(root, 'packages/cli/src/main.ts');

/**
 * Writes modules into a folder: a command loads only those that it needs. Files belong in `files/` beside it.
 * @param programs by the names of their files
 * @param target the oldest Node whose syntax they may have, such as `node20`; by default any syntax stays
 */
export async function bundleModules(
  folder: string,
  programs: Readonly<Record<string, string>>,
  target?: string,
): Promise<Bundle> {
  const addresses: NewAddresses = {
    file: (name) => `new URL('../files/${name}', import.meta.url)`,
    thread: (name) => `new URL('./${name}.js', import.meta.url)`,
  };
  const found: Found = { files: new Map(), threads: new Map() };
  // The threads are known once everything was read.
  await build(programs, found, addresses);
  const entries = { ...programs, ...Object.fromEntries(found.threads) };
  const output = { entryFileNames: '[name].js', chunkFileNames: '[name].js' };
  const written = { dir: folder, format: 'esm', ...output } as const;
  const modules = await build(entries, found, addresses, written, target);
  return { files: found.files, modules };
}

/** Writes one file `main.js`, and one `.cjs` a thread. Files and threads are assets of the executable. */
export async function bundleWhole(folder: string): Promise<Bundle & { threads: string[] }> {
  const addresses: NewAddresses = {
    file: (name) => `new URL('asset:/${name}')`,
    thread: (name) => `new URL(${JSON.stringify(`data:text/javascript,${threadStart(name)}`)})`,
  };
  const found: Found = { files: new Map(), threads: new Map() };
  const whole = { codeSplitting: false } as const;
  const modules = await build({ main }, found, addresses, {
    ...whole,
    file: join(folder, 'main.js'),
    format: 'esm',
  });
  for (const [name, file] of found.threads) {
    const output = { ...whole, file: join(folder, `${name}.cjs`), format: 'cjs' } as const;
    for (const module of await build({ [name]: file }, found, addresses, output)) {
      modules.add(module);
    }
  }
  return { files: found.files, modules, threads: [...found.threads.keys()] };
}

/**
 * A thread starts at an address and an asset has none. So it starts with these few words, which run it under
 * its own name: that is what stands in the stack of an error.
 */
function threadStart(name: string): string {
  const start = `const builtin = process.getBuiltinModule;
    builtin('node:vm').compileFunction(
      builtin('node:sea').getAsset('${name}.cjs', 'utf8'), ['require'], { filename: '${name}.cjs' },
    )(builtin);`;
  return encodeURIComponent(start.replace(/\s+/g, ' '));
}

/** @returns the paths of all modules; without `output` nothing is written */
async function build(
  input: Readonly<Record<string, string>>,
  found: Found,
  addresses: NewAddresses,
  output?: OutputOptions,
  target?: string,
): Promise<Set<string>> {
  const bundle = await rolldown({
    input: { ...input },
    cwd: root,
    platform: 'node',
    plugins: [bundledParts, repositoryNames, ownAddresses(found, addresses)],
    // An addition to `pg` that is compiled at its installation; asked for by nobody here.
    external: ['pg-native'],
    checks: { eval: false },
    ...(target !== undefined && { transform: { target } }),
  });
  const made =
    output === undefined
      ? await bundle.generate()
      : await bundle.write({ ...output, ...shortText });
  await bundle.close();
  refuseImportedThreads(made.output, found);
  return new Set(made.output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : [])));
}

/**
 * What a thread shares with other code may end up in the file of the thread: whoever imports that would begin the thread's work. It
 * happens where a whole package is loaded later of which a thread uses another part.
 */
function refuseImportedThreads(output: readonly (OutputChunk | OutputAsset)[], found: Found): void {
  const threads = new Set([...found.threads.keys()].map((name) => `${name}.js`));
  for (const each of output) {
    if (each.type !== 'chunk') continue;
    const thread = each.imports.find((name) => threads.has(name));
    if (thread !== undefined) throw new Error(`${each.fileName} imports the thread ${thread}`);
  }
}

/** Of the repository's own package.json the name and the version are packed, and nothing of its scripts. */
const repositoryNames: Plugin = {
  name: 'repository-names',
  load(id) {
    if (id !== join(root, 'package.json')) return;
    const { name, version } = repositoryManifest();
    return JSON.stringify({ name, version });
  },
};
