/**
 * Writes the levels and the import rules of dependency-cruiser.cjs into docs/architecture.md. With `--check` it writes nothing
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
const written = `${before}${begin}\n${levels()}\n\n${rules()}\n\n${end}${after}`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, written);
} else if (text !== written) {
  console.error('docs/architecture.md is stale: run npm run write:map');
  process.exitCode = 1;
}

/** The levels of packages, a line each. */
function levels(): string {
  const lines = ['packages/'];
  for (const { from, comment = '' } of forbidden.filter(isLevel)) {
    const [, folder = ''] = /^\^packages\/(\w+\/src\/)/.exec(from.path ?? '') ?? [];
    if (!lines.includes(`  ${folder}`)) lines.push(`  ${folder}`);
    const [names = '', text = ''] = comment.split(': ');
    const parts = names.split(' ').map((name) => (/\.tsx?$/.test(name) ? name : `${name}/`));
    lines.push(`    ${parts.join(' ').padEnd(28)}  ${text}`);
  }
  return ['```', ...lines, '```'].join('\n');
}

/** A list of the comments on all other rules. */
function rules(): string {
  const others = forbidden.filter((rule) => !isLevel(rule));
  return others
    .flatMap(({ comment }) => (comment === undefined ? [] : [`- ${comment}`]))
    .join('\n');
}

/** The rule for files outside of all levels has no comment. */
function isLevel({ name, comment }: Rule): boolean {
  return name.startsWith('level-') && comment !== undefined;
}
