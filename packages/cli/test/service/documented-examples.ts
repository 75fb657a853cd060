import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { overview } from '../../src/command-line/help.ts';
import { commandGroups, commands } from '../../src/commands/all.ts';

const root = join(import.meta.dirname, '../../../..');
const pages = globSync(['README.md', 'docs/*.md'], { cwd: root }).toSorted();

/** A command line that users read, and where. */
export interface DocumentedExample {
  place: string;
  text: string;
}

/** Every example of every help text, of the README and of the pages, each once. */
export function documentedExamples(): DocumentedExample[] {
  const [, shown = ''] = /^Examples:\n((?: {2}.+\n)+)/m.exec(overview(commandGroups)) ?? [];
  const found = [
    ...shown
      .trim()
      .split('\n')
      .map((text) => ({ place: 'hookwell --help', text: text.trim() })),
    ...commands.flatMap(({ name, examples }) =>
      examples.map((text) => ({ place: `hookwell ${name} --help`, text })),
    ),
    ...pages.flatMap((page) =>
      blocksOf(page, 'sh')
        .flatMap(commandsOf)
        .map((text) => ({ place: page, text })),
    ),
  ];
  // Pages tell the ways to call the same command.
  const command = ({ text }: DocumentedExample) => text.replace(/\bnpx (?=hookwell)/g, '');
  return [...new Map(found.toReversed().map((example) => [command(example), example])).values()];
}

/** The fenced blocks of a page in this language. */
export function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
  return Array.from(blocks, ([, block = '']) => block);
}

/**
 * The commands of a block: each a line, with those that continue it (`\`, a text until `EOF`, what follows a command in the
 * background), without comments.
 */
function commandsOf(block: string): string[] {
  const found: string[] = [];
  let open = '';
  for (const line of block.split('\n')) {
    open += open === '' ? line : `\n${line}`;
    if (/\\$/.test(open) || / &$/.test(open) || /<<'EOF'(?!.*^EOF$)/ms.test(open)) continue;
    const command = open.replace(/(^|\s+)# .*$/, '').trim();
    if (command !== '') found.push(command);
    open = '';
  }
  return found;
}
