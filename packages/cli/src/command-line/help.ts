import type { Audience, Command, CommandGroup, Operand, Option } from './command.ts';
import { exitCodeMeanings } from './outcome.ts';

/** `hookwell account create --email EMAIL [--plan PLAN]` */
function usageLine({ name, operands, options, exclusive }: Command): string {
  const words = Object.values(operands).map(operandUsage);
  const rivals = exclusive.flatMap((rival) => optionTitle(rival, options[rival]));
  const others = Object.entries(options)
    .filter(([option]) => !exclusive.includes(option))
    .map(([option, described]) => optionUsage(option, described));
  const choice = rivals.length === 0 ? [] : [`[${rivals.join(' | ')}]`];
  return ['hookwell', name, ...words, ...choice, ...others].join(' ');
}

function operandUsage(operand: Operand): string {
  const text = operand.repeatable ? `${operand.placeholder}...` : operand.placeholder;
  return operand.optional ? `[${text}]` : text;
}

function optionUsage(name: string, option: Option): string {
  const title = optionTitle(name, option);
  const text = option.type === 'text' && option.repeatable ? `${title}...` : title;
  return option.required ? text : `[${text}]`;
}

function optionTitle(name: string, option: Option | undefined): string {
  if (option === undefined || option.type === 'flag') return `--${name}`;
  const isOptional = option.type === 'text' && option.valueIsOptional;
  return `--${name} ${isOptional ? `[${option.placeholder}]` : option.placeholder}`;
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const rows = [
    ...Object.values(command.operands).map(
      (operand): Row => [operand.placeholder, operand.description],
    ),
    ...Object.entries(command.options).map(
      ([name, option]): Row => [optionTitle(name, option), option.description],
    ),
    ['--help', 'Show this help.'] satisfies Row,
  ];
  return [
    `Usage: ${usageLine(command)}`,
    command.details === undefined ? command.summary : `${command.summary}\n${command.details}`,
    columns(rows),
    examples(command.examples),
  ].join('\n\n');
}

const headings: Readonly<Record<Audience, string>> = {
  everybody: 'For everybody, with a service here or elsewhere:',
  operators: 'For operators, on the machine and with the settings of the server:',
};

const firstExamples: Readonly<Record<Audience, readonly string[]>> = {
  everybody: [
    'hookwell listen --forward http://localhost:3000/hook',
    'hookwell endpoints create',
    'hookwell requests list',
  ],
  operators: ['hookwell serve'],
};

/** The help of `hookwell` itself. */
export function overview(groups: readonly CommandGroup[]): string {
  const width = Math.max(...groups.flatMap(({ commands }) => commands.map(nameLength)));
  const codes = exitCodeMeanings.map(([code, meaning]): Row => [String(code), meaning]);
  return [
    'Usage: hookwell COMMAND [OPTIONS]',
    'Hookwell captures webhooks: a public URL that stores every request before it acknowledges it.',
    ...groups.map(({ audience, commands }) => {
      return `${headings[audience]}\n${commandRows(commands, width)}`;
    }),
    examples(groups.flatMap(({ audience }) => firstExamples[audience])),
    `Exit codes:\n${columns(codes)}`,
    'Settings are read from the environment and from a file .env, if there is one.\n' +
      '"hookwell help COMMAND" says more about a command, "hookwell --version" which version this is.',
  ].join('\n\n');
}

/** The help of commands whose names begin with the same word. */
export function groupHelp({ audience, commands }: CommandGroup): string {
  return [
    'Usage: hookwell COMMAND [OPTIONS]',
    `${headings[audience]}\n${commandRows(commands)}`,
    examples(commands.flatMap((command) => command.examples.slice(0, 1))),
    '"hookwell help COMMAND" says more about a command.',
  ].join('\n\n');
}

function commandRows(commands: readonly Command[], width?: number): string {
  return columns(
    commands.map(({ name, summary }): Row => [name, summary]),
    width,
  );
}

function nameLength({ name }: Command): number {
  return name.length;
}

function examples(lines: readonly string[]): string {
  return `Examples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

type Row = readonly [left: string, right: string];

function columns(rows: readonly Row[], width = 0): string {
  const widest = Math.max(width, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(widest)}  ${right}`).join('\n');
}
