import { describe, expect, test } from 'vitest';
import { forFile } from '../../server/test/kept-for.ts';
import { commands } from '../src/commands/all.ts';
import { fishCompletion } from '../src/completion/fish.ts';
import { completedCommands } from '../src/completion/words.ts';
import { zshCompletion } from '../src/completion/zsh.ts';
import { Workplace } from './hookwell-process.ts';
import { nasty } from './nasty-command.ts';

const workplace = forFile(new Workplace());
const scripts: Record<string, string> = {};
for (const shell of ['bash', 'zsh', 'fish']) {
  scripts[shell] = await workplace.output(['completion', shell]);
}

describe('zsh', () => {
  test('is told every command and option, in words that it can read', async () => {
    const text = `${scripts.zsh}`;
    expect(text).toMatch(/^#compdef hookwell\n/);
    for (const { name, options } of commands) {
      const [, block = ''] = text.split(`    ('${name}')\n      _arguments -S : \\\n`);
      const specifications = block.slice(0, block.indexOf('\n      ;;')).split(' \\\n');
      const read = specifications.map((line) => shellWord(line.trim()));
      for (const [option, { type }] of Object.entries(options)) {
        const form = type === 'flag' ? `--${option}[` : `--${option}=[`;
        expect(read.filter((word) => word.replace(/^\*/, '').startsWith(form))).toHaveLength(1);
      }
      for (const word of read) expect(word).toMatch(zshSpecification);
    }
  });

  test('gets quotes, brackets, colons and backslashes as they are', async () => {
    const text = zshCompletion(await completedCommands([nasty]));
    expect(text).toContain(`'try:It'\\''s [a] \\ "test": of $HOME \`id\`'`);
    expect(text).toContain(
      `'*--sample=[It'\\''s \\[one\\] of\\: \\\\ "these"]:SAMPLE:(github\\:push github\\:pull)'`,
    );
    expect(text).toContain("'*:FILE:_files'");
  });
});

/** An option `--name[text]` or `--name=[text]:value:action`, an operand `1:NAME:action` or `*:NAME:action`. */
const zshSpecification =
  /^(\*?--[a-z-]+\[([^[\]\\:]|\\.)*\]|\*?--[a-z-]+=\[([^[\]\\:]|\\.)*\]:[A-Z]+:( |_files|\(([^():]|\\:)+\))|(\d|\*):[A-Z|]+:( |_files|\([^():]+\)))$/;

/** The text that a shell reads in single quotes. */
function shellWord(text: string): string {
  expect(text).toMatch(/^'([^']|'\\'')*'$/);
  return text.slice(1, -1).replaceAll("'\\''", "'");
}

describe('fish', () => {
  test('is told every command and option, in words that it can read', () => {
    const lines = `${scripts.fish}`.split('\n').filter((line) => line.startsWith('complete '));
    const read = lines.map(fishWords);
    for (const { name, summary, options } of commands) {
      const [before, last = ''] = [name.split(' ').slice(0, -1), name.split(' ').at(-1)];
      const typed = ['__hookwell_typed', ...before].join(' ');
      expect(read).toContainEqual([
        'complete',
        '-c',
        'hookwell',
        '-n',
        typed,
        '-a',
        last,
        '-d',
        summary,
      ]);
      for (const [option, { description }] of Object.entries(options)) {
        const runs = ['-n', `__hookwell_runs ${name}`, '-l', option, '-d', description];
        expect(read.filter((words) => words.join('\n').includes(runs.join('\n')))).toHaveLength(1);
      }
    }
  });

  test('gets quotes and backslashes as they are', async () => {
    const text = fishCompletion(await completedCommands([nasty]));
    const [line = ''] = text.split('\n').filter((line) => line.includes('-l sample'));
    expect(fishWords(line).slice(5)).toEqual([
      '-l',
      'sample',
      '-d',
      `It's [one] of: \\ "these"`,
      '-x',
      '-a',
      'github:push github:pull',
    ]);
  });
});

/** The words of a line as fish reads them: bare, or in single quotes where `\'` and `\\` are escapes. */
function fishWords(line: string): string[] {
  expect(line).toMatch(/^([^\s'\\]+|'([^'\\]|\\['\\])*')( ([^\s'\\]+|'([^'\\]|\\['\\])*'))*$/);
  return Array.from(
    line.matchAll(/'((?:[^'\\]|\\.)*)'|(\S+)/g),
    ([, inQuotes, bare]) => inQuotes?.replace(/\\(.)/g, '$1') ?? bare ?? '',
  );
}
