import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { tunnelNames } from '../../server/src/config.ts';
import { exitCodeMeanings } from '../src/command-line/outcome.ts';
import { commandGroups, commands } from '../src/commands/all.ts';
import { serveCommand } from '../src/commands/operator/serve.ts';
import { Workplace } from './hookwell-process.ts';
import { runInProcess } from './in-process.ts';

const workplace = new Workplace();
afterAll(() => workplace[Symbol.asyncDispose]());

test('serve with a tunnel that is typed fails without its program', async () => {
  const serve = runInProcess(['serve', '--tunnel', 'cloudflared'], { PATH: '/nowhere' });
  await expect(serve).rejects.toThrow('the program cloudflared is not on the PATH');
});

test('serve offers the tunnels that the server knows', () => {
  expect(serveCommand.options).toMatchObject({ tunnel: { oneOf: tunnelNames } });
});

describe('help', () => {
  test('names every command', async () => {
    const help = await workplace.output(['--help']);
    for (const command of commands) expect(help).toContain(`  ${command.name} `);
  });

  test('lists commands for everybody and for operators under headings of their own', async () => {
    const help = await workplace.output(['--help']);
    const [, forEverybody = '', forOperators = ''] = help.split(/^For .*:$/m);
    for (const { audience, commands } of commandGroups) {
      const [own, other] =
        audience === 'everybody' ? [forEverybody, forOperators] : [forOperators, forEverybody];
      for (const { name } of commands) {
        expect(own).toContain(`\n  ${name} `);
        expect(other).not.toContain(`\n  ${name} `);
      }
    }
  });

  test('and the documentation name every exit code and every command for everybody', async () => {
    const help = await workplace.output(['--help']);
    const page = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
    for (const [code, meaning] of exitCodeMeanings) {
      expect(help).toMatch(new RegExp(`^ {2}${code} +${meaning.slice(0, 6)}`, 'm'));
      expect(page).toContain(`\n| ${code} | ${meaning.slice(0, 6)}`);
    }
    for (const { audience, commands } of commandGroups) {
      if (audience === 'operators') continue;
      for (const { name, operands } of commands) {
        const choices = Object.values(operands).flatMap(({ oneOf = [] }) => oneOf);
        const forms = choices.length === 0 ? [name] : choices.map((word) => `${name} ${word}`);
        for (const form of forms) expect(page).toMatch(new RegExp(`\`${form}[ \`]`));
      }
    }
  });

  test.each(commands.map(({ name }) => name))('of %s has its usage and examples', async (name) => {
    const help = await workplace.output([...name.split(' '), '--help']);
    expect(help).toMatch(new RegExp(`^Usage: hookwell ${name}`));
    expect(help).toMatch(/Examples:\n {2}.*hookwell /);
  });

  test('of a group names the commands of that group alone', async () => {
    const help = await workplace.output(['account', '--help']);
    expect(help).toContain('account set-plan');
    expect(help).not.toContain('key create');
  });

  test('is asked for by a command as well', async () => {
    for (const words of [
      [],
      ['send'],
      ['account'],
      ['account', 'list'],
      ['endpoints', 'settings'],
    ]) {
      expect(await workplace.output(['help', ...words])).toBe(
        await workplace.output([...words, '--help']),
      );
    }
  });

  test('of the endpoint commands of operators says whose they are', async () => {
    expect(await workplace.output(['endpoint', '--help'])).toContain('For operators');
    const help = await workplace.output(['endpoint', 'delete', '--help']);
    expect(help).toContain('"hookwell endpoints delete"');
  });

  test('comes before other mistakes', async () => {
    expect(await workplace.output(['key', 'create', '--nonsense', '-h'])).toContain('--name NAME');
  });
});

test('without a word the commands are shown', async () => {
  expect(await workplace.run([])).toEqual({
    code: 0,
    out: await workplace.run(['--help']).then(({ out }) => out),
    error: '',
  });
});

test('--version prints the version alone', async () => {
  const file = new URL('../../../package.json', import.meta.url);
  expect(await workplace.processOutput(['--version'])).toBe(
    JSON.parse(readFileSync(file, 'utf8')).version,
  );
});

describe('a command line that cannot be understood', () => {
  const mistakes: [line: string, sentence: string][] = [
    ['frobnicate', 'Unknown command "frobnicate"'],
    ['lisen', 'Unknown command "lisen" (did you mean "listen"?)'],
    ['enpoints', 'Unknown command "enpoints" (did you mean "endpoints"?)'],
    ['enpoints lsit', 'Unknown command "enpoints" (did you mean "endpoints"?)'],
    ['request list', 'Unknown command "request" (did you mean "requests list"?)'],
    ['requests lst', 'export (did you mean "requests list"?)'],
    ['endpoint list', 'known are: delete (did you mean "endpoints list"?)'],
    ['endpoint', '"hookwell endpoint" needs one of: delete (did you mean "endpoints"?)'],
    ['x'.repeat(50_000), 'Unknown command "xxx'],
    ['account list --jsno', 'Unknown option --jsno (did you mean "--json"?)'],
    ['listen --concurren 2', 'Unknown option --concurren (did you mean "--concurrency"?)'],
    ['help frobnicate', 'Unknown command "frobnicate"'],
    ['account', '"hookwell account" needs one of: create,'],
    ['account frobnicate', 'Unknown command "account frobnicate"'],
    ['--frobnicate', 'Unknown option --frobnicate'],
    ['account list --frobnicate', 'Unknown option --frobnicate'],
    ['account list -x', 'Unknown option -x'],
    ['account list --json=yes', 'Option --json takes no value'],
    ['account list extra', 'Unexpected "extra"'],
    ['endpoints create Shop', 'Unexpected "Shop" (did you mean --name "Shop"?)'],
    ['login ada@example.com', '(did you mean --email ada@example.com?)'],
    ['account create', 'Option --email is missing'],
    ['account create --email', 'Option --email needs a value'],
    ['account create --email=', 'Option --email needs a value'],
    ['account create --email --plan plus', 'Option --email needs a value'],
    ['account create --email a@b.example --email c@d.example', 'Option --email is given twice'],
    ['account set-plan --email a@b.example', 'Option --plan is missing'],
    ['account set-plan --email a@b.example --plan gold', 'Option --plan must be one of free, plus'],
    ['account set-password --email a@b.example', 'Option --password-stdin is missing'],
    ['account delete --__proto__=x', 'Unknown option --__proto__'],
    ['key create --email a@b.example', 'Option --name is missing'],
    ['endpoint delete', 'TOKEN is missing'],
    ['backup', 'FILE is missing'],
    ['billing replay', 'ID is missing'],
    ['requests', '"hookwell requests" needs one of: list, show, clear, export'],
    ['requests show', 'ID is missing'],
    ['requests show x', 'ID must be a whole number from 1 on'],
    ['requests list --limit 0', 'Option --limit must be a whole number from 1 on'],
    ['requests list --limit 5 --all', 'Options --limit and --all exclude each other'],
    ['requests export', 'Option --format is missing'],
    ['requests export --format csv', 'Option --format must be one of har, jsonl'],
    ['login --guest --key-stdin', 'Options --guest and --key-stdin exclude each other'],
    ['login --password-stdin', 'Option --password-stdin needs --email'],
    ['completion csh', 'SHELL must be one of bash, zsh, fish'],
    ['whoami \u001b[31m', 'Unexpected "␛[31m"'],
  ];

  const wordsOf = (line: string): string[] => (line === '' ? [] : line.split(' '));

  test.each(mistakes)(
    '"hookwell %s" is told in one line, with exit code 2',
    async (line, sentence) => {
      const outcome = await workplace.run(wordsOf(line));
      expect(outcome).toMatchObject({ code: 2, out: '' });
      expect(outcome.error).toMatch(/^hookwell: .*\n$/);
      expect(outcome.error).toContain(sentence);
    },
  );

  test('is told by the process in the same way', async () => {
    const words = wordsOf('whoami \u001b[31m');
    expect(await workplace.runProcess(words)).toEqual(await workplace.run(words));
  });
});
