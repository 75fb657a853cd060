/**
 * Writes the layers and the import rules of dependency-cruiser.cjs into docs/architecture.md. With `--check` it writes nothing
 * and fails if the page has others.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../repository.ts';

interface Rule {
  comment?: string;
  from: { path?: string };
  name: string;
}

const { forbidden }: { forbidden: readonly Rule[] } = createRequire(import.meta.url)(
  join(root, 'dependency-cruiser.cjs'),
);
const file = join(root, 'docs/architecture.md');
const [begin, end] = ['<!-- npm run write:map -->\n', '<!-- end -->\n'];

const text = readFileSync(file, 'utf8');
const [before = '', rest = ''] = text.split(begin);
const [, after] = rest.split(end);
if (after === undefined) throw new Error(`${file} has no place for the import rules`);
const written = `${before}${begin}\n${layers()}\n\n${rules()}\n\n${end}${after}`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, written);
} else if (text !== written) {
  console.error('docs/architecture.md is stale: run npm run write:map');
  process.exitCode = 1;
}

/** A tree of packages and their layers. A layer without a name of its own is left out. */
function layers(): string {
  const lines = ['packages/'];
  for (const { from, comment = '' } of forbidden.filter(isLayer)) {
    const [, folder = '', layer = ''] =
      /^\^packages\/(\w+\/src)\/(.*)$/.exec(from.path ?? '') ?? [];
    if (!lines.includes(`  ${folder}/`)) lines.push(`  ${folder}/`);
    const names = namesOf(layer);
    if (names !== '') lines.push(`    ${names.padEnd(19)}  ${comment}`);
  }
  return ['```', ...lines, '```'].join('\n');
}

/** The names in the pattern of a layer: `(app|main)\.ts$` is `app.ts main.ts`, and `[^/]+\.ts$` has none. */
function namesOf(layer: string): string {
  const [, names = '', ending = ''] = /^\(?([\w|/-]+)\)?(\/|\\\.tsx?\$)$/.exec(layer) ?? [];
  if (ending === '/') return layer;
  return names
    .split('|')
    .flatMap((name) => (name === '' ? [] : [name + ending.replaceAll(/[\\$]/g, '')]))
    .join(' ');
}

/** A list of the comments on all other rules. */
function rules(): string {
  const others = forbidden.filter((rule) => !isLayer(rule));
  return others
    .flatMap(({ comment }) => (comment === undefined ? [] : [`- ${comment}`]))
    .join('\n');
}

function isLayer({ name }: Rule): boolean {
  return name.startsWith('layer-');
}
