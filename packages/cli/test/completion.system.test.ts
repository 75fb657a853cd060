import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyKinds } from '@hookwell/core/match';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../src/commands/all.ts';
import { bashCompletion } from '../src/completion/bash.ts';
import { completedCommands } from '../src/completion/words.ts';
import { Workplace } from './hookwell-process.ts';
import { nasty } from './nasty-command.ts';
import { hasPseudoTerminal, runOnTerminal } from './pseudo-terminal.ts';

const workplace = new Workplace();
const scriptOf = (shell: string) => join(workplace.folder, `completion.${shell}`);
const scripts: Record<string, string> = {};

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    scripts[shell] = await workplace.output(['completion', shell]);
    writeFileSync(scriptOf(shell), `${scripts[shell]}\n`);
  }
  mkdirSync(join(workplace.folder, 'a folder'));
  writeFileSync(join(workplace.folder, 'a file.har'), '');
});
afterAll(() => workplace[Symbol.asyncDispose]());

function has(shell: string): boolean {
  return spawnSync(shell, ['-c', 'true']).status === 0;
}

/** What makes bash complete the line as it does for Tab, with the words split in its way. */
function tabInBash(line: string, script: string): string[] {
  const words = Array.from(line.matchAll(/[^\s=:]+|[=:]+/g), ([word]) => word);
  if (/\s$/.test(line)) words.push('');
  const quoted = words.map((word) => `'${word}'`).join(' ');
  return [
    '--norc',
    '--noprofile',
    '-c',
    `source '${script}'
COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
COMP_LINE='${line}' COMP_POINT=${line.length} COMP_WORDS=(${quoted}) COMP_CWORD=${words.length - 1}
"$(complete -p hookwell | sed 's/.*-F \\([^ ]*\\).*/\\1/')" hookwell '${words.at(-1)}' '${words.at(-2)}'
printf '%s\\n' "\${COMPREPLY[@]}"`,
  ];
}

function completedByBash(line: string, script = scriptOf('bash')): string[] {
  const options = { encoding: 'utf8', cwd: workplace.folder } as const;
  const { stdout, stderr } = spawnSync('bash', tabInBash(line, script), options);
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

describe('bash', () => {
  test('takes the script without a complaint', () => {
    expect(spawnSync('bash', ['-n', scriptOf('bash')], { encoding: 'utf8' }).stderr).toBe('');
  });

  test('completes every command, and every option of each', () => {
    const first = completedByBash('hookwell ');
    for (const { name, options } of commands) {
      const [word = '', second] = name.split(' ');
      expect(first).toContain(word);
      if (second !== undefined) expect(completedByBash(`hookwell ${word} `)).toContain(second);
      const names = [...Object.keys(options), 'help'].map((option) => `--${option}`);
      expect(completedByBash(`hookwell ${name} --`)).toEqual(names);
    }
  });

  test.for<[string, readonly string[]]>([
    ['hookwell log', ['login', 'logout']],
    ['hookwell --v', ['--version']],
    ['hookwell nonsense ', []],
    ['hookwell endpoints re', ['rename', 'regenerate']],
    ['hookwell endpoints list --j', ['--json']],
    ['hookwell requests export --format ', ['har', 'jsonl']],
    ['hookwell requests export --format j', ['jsonl']],
    ['hookwell requests export --format=', ['har', 'jsonl']],
    ['hookwell requests export --format=h', ['har']],
    ['hookwell requests export sometoken --format har --o', ['--output']],
    ['hookwell requests export --output a', ['a folder', 'a file.har']],
    ['hookwell endpoints settings set x a', ['a folder', 'a file.har']],
    ['hookwell replay a', []],
    ['hookwell login --url http://127.0.0.1:8080 --g', ['--guest']],
    ['hookwell login --url ', []],
    ['hookwell completion ', ['bash', 'zsh', 'fish']],
    ['hookwell completion z', ['zsh']],
    ['hookwell account set-plan --plan p', ['plus']],
    ['hookwell requests list --match m', ['method:']],
    ['hookwell wait TOKEN --match he', ['header:', 'header.']],
    ['hookwell listen --match js', ['json.']],
    ['hookwell replay --match has:', bodyKinds],
    ['hookwell requests export --match=has:m', ['multipart']],
  ])('completes "%s"', ([line, words]) => {
    expect(completedByBash(line).sort()).toEqual([...words].sort());
  });

  test('completes words with colons, of which it takes the end alone', async () => {
    const script = join(workplace.folder, 'colons.bash');
    writeFileSync(script, bashCompletion(await completedCommands([nasty])));
    expect(completedByBash('hookwell try --sample github:p', script)).toEqual(['push', 'pull']);
    expect(completedByBash('hookwell try --sample g', script)).toEqual([
      'github:push',
      'github:pull',
    ]);
    expect(completedByBash('hookwell try --sample=github:pul', script)).toEqual(['pull']);
  });

  test.runIf(hasPseudoTerminal)('completes what is typed on a terminal', async () => {
    const init = join(workplace.folder, 'bashrc');
    // A command of the same name shows its words: only completed words reach it.
    writeFileSync(
      init,
      `PS1='ready> '; source '${scriptOf('bash')}'; hookwell() { printf '<%s>' "$@"; echo; }\n`,
    );
    const bash = ['bash', '--noprofile', '--rcfile', init, '-i'];
    const { shown } = await runOnTerminal(workplace, bash, [
      ['ready> ', 'hookwell requests exp\t--format=j\t --outp\ta\\ fi\t\r'],
      ['<requests>', 'hookwell requests list --mat\tmeth\tPOST\r'],
      ['<list>', 'exit\r'],
    ]);
    expect(shown).toContain('<requests><export><--format=jsonl><--output><a file.har>');
    expect(shown).toContain('<requests><list><--match><method:POST>');
  });
});

describe('zsh', () => {
  test('has a script whose quotes and blocks are closed', () => {
    // The two shells share this much of their grammar.
    expect(spawnSync('bash', ['-n', scriptOf('zsh')], { encoding: 'utf8' }).stderr).toBe('');
  });

  test.runIf(has('zsh'))('takes the script without a complaint', () => {
    expect(spawnSync('zsh', ['-n', scriptOf('zsh')], { encoding: 'utf8' }).stderr).toBe('');
  });
});

describe('fish', () => {
  test.runIf(has('fish'))('takes the script, and completes with it', () => {
    expect(spawnSync('fish', ['-n', scriptOf('fish')], { encoding: 'utf8' }).stderr).toBe('');
    const completed = (line: string) =>
      spawnSync('fish', ['-c', `source '${scriptOf('fish')}'; complete -C '${line}'`], {
        encoding: 'utf8',
      })
        .stdout.split('\n')
        // The description of a choice follows the tab.
        .map((line) => line.split('\t')[0]);
    expect(completed('hookwell log')).toContain('login');
    expect(completed('hookwell requests export --format=')).toContain('--format=har');
  });
});
