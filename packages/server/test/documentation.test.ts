import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folders = '{.,docs,docs/decisions,bench,deploy,examples,packaging,packages/*}';
const pages = globSync(`${folders}/*.md`, { cwd: root });
const read = (page: string) => readFileSync(join(root, page), 'utf8');

describe('docs/architecture.md', () => {
  const [before = '', tree = '', ...after] = read('docs/architecture.md').split(/^```$/m);

  test('has a tree of files and folders that exist', () => {
    const missing = treePaths(tree).filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  test('names files and folders that exist, by the end of their paths', () => {
    const all = globSync(
      '{packages/*,packages/*/*,packages/*/{src,test,scripts,bin}/**,tests/*/**,bench/*,deploy/*,docs/**,*}',
      {
        cwd: root,
      },
    ).map((path) => `/${path.replaceAll('\\', '/')}`);
    const exists = (name: string) => all.some((path) => `${path}/`.endsWith(`/${name}`));
    const named = [before, ...after].join('').matchAll(/`(\w[\w./-]*(?:\/|\.(?:tsx?|cjs|css)))`/g);
    const names = [...named].map(([, name = '']) => (name.endsWith('/') ? name : `${name}/`));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !exists(name))).toEqual([]);
  });
});

test('docs/operating.md has every setting, and no other', () => {
  const settings = read('packages/server/src/config.ts').matchAll(/'(HOOKWELL_[A-Z_]+)'/g);
  const rows = read('docs/operating.md').matchAll(/^\| `(HOOKWELL_[A-Z_]+)` \|/gm);
  const names = (found: Iterable<RegExpExecArray>) =>
    [...new Set(Array.from(found, ([, name]) => name))].toSorted();
  expect(names(rows)).toEqual(names(settings));
});

test.each(pages)('the links of %s lead to pages and headings that exist', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
  for (const [link, path = '', heading] of links) {
    const target = path === '' ? page : join(dirname(page), path);
    expect(existsSync(join(root, target)), link).toBe(true);
    if (heading !== undefined) expect(headings(read(target)), link).toContain(heading);
  }
});

/** The paths of an indented tree: names, then two spaces and a description. One line may name several neighbours. */
function treePaths(tree: string): string[] {
  const parents: { indent: number; path: string }[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, spaces = '', names = ''] = /^( *)(\S+(?: \S+)*)/.exec(line) ?? [];
    if (names === '') return [];
    while ((parents.at(-1)?.indent ?? -1) >= spaces.length) parents.pop();
    const [first = '', ...others] = names.split(' ');
    const path = posix.join(parents.at(-1)?.path ?? '', first);
    parents.push({ indent: spaces.length, path });
    return [path, ...others.map((other) => posix.join(posix.dirname(path), other))];
  });
}

/** The anchors of a page's headings, in the form in which repositories show them. */
function headings(text: string): string[] {
  return Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
