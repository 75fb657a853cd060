import type { Command } from './command.ts';

/** `hookwell account create --email EMAIL [--plan PLAN]` */
function usageLine(command: Command): string {
  const options = Object.entries(command.options).map(([name, option]) => {
    const text = option.type === 'flag' ? `--${name}` : `--${name} ${option.placeholder}`;
    return option.required ? text : `[${text}]`;
  });
  const operands = Object.values(command.operands).map((operand) => operand.placeholder);
  return ['hookwell', command.name, ...operands, ...options].join(' ');
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const rows = [
    ...Object.values(command.operands).map(
      (operand): Row => [operand.placeholder, operand.description],
    ),
    ...Object.entries(command.options).map(
      ([name, option]): Row => [
        option.type === 'flag' ? `--${name}` : `--${name} ${option.placeholder}`,
        option.description,
      ],
    ),
    ['--help', 'Show this help.'] satisfies Row,
  ];
  return [
    `Usage: ${usageLine(command)}`,
    command.details === undefined ? command.summary : `${command.summary}\n${command.details}`,
    columns(rows),
    `Examples:\n${command.examples.map((example) => `  ${example}`).join('\n')}`,
  ].join('\n\n');
}

/** The help of `hookwell` itself, or of those commands whose names begin with the same word. */
export function overview(commands: readonly Command[]): string {
  const examples = commands.flatMap((command) => command.examples.slice(0, 1));
  return [
    'Usage: hookwell COMMAND [OPTIONS]',
    'Hookwell captures webhooks: a public URL that stores every request before it acknowledges it.',
    `Commands:\n${columns(commands.map((command): Row => [command.name, command.summary]))}`,
    `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`,
    'Settings are read from the environment and from a file .env where there is one.\n' +
      '"hookwell COMMAND --help" says more about a command, "hookwell --version" which version this is.',
  ].join('\n\n');
}

type Row = readonly [left: string, right: string];

function columns(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
