import type { Audience, Command, CommandGroup, Surroundings } from '../command-line/command.ts';
import { commandHelp, groupHelp, overview } from '../command-line/help.ts';
import { UsageError } from '../command-line/outcome.ts';
import { parseValues, perhaps } from '../command-line/parse-values.ts';

/** The process, before it is known which command runs. */
export interface Process {
  groups: readonly CommandGroup[];
  version: string;
  /** Writes one line to standard output. */
  print(line: string): void;
  surroundingsOf(audience: Audience): Surroundings;
}

/**
 * Runs the command that `argv` (without node and file) names.
 * @throws {UsageError} if it names none
 */
export async function run(
  argv: readonly string[],
  { groups, version, print, surroundingsOf }: Process,
): Promise<void> {
  const [first] = argv;
  if (first === '--version' || first === '-v') return print(version);
  if (first === undefined || first === '--help' || first === '-h') return print(overview(groups));
  if (first === 'help') {
    const help = [...argv.slice(1), '--help'];
    return await run(help, { groups, version, print, surroundingsOf });
  }

  for (const { audience, commands } of groups) {
    const command = commands.find((candidate) => isCalledBy(candidate, argv));
    if (command === undefined) continue;
    const { help, values } = parseValues(command, argv.slice(command.name.split(' ').length));
    if (help) return print(commandHelp(command));
    return await command.run(values, surroundingsOf(audience));
  }
  print(helpOfFirstWord(argv, groups));
}

function isCalledBy(command: Command, argv: readonly string[]): boolean {
  return command.name.split(' ').every((word, index) => argv[index] === word);
}

/**
 * The help of `hookwell account --help`: the commands that begin with `account`.
 * @throws {UsageError} if help is not asked for, or no command begins so
 */
function helpOfFirstWord(argv: readonly string[], groups: readonly CommandGroup[]): string {
  const [first = '', second] = argv;
  if (first.startsWith('-')) throw new UsageError(`Unknown option ${first}`);
  const beginsSo = (command: Command) => command.name.startsWith(`${first} `);
  const group = groups.find(({ commands }) => commands.some(beginsSo));
  const names = groups.flatMap(({ commands }) => commands.map(({ name }) => name));
  const words = second === undefined || second.startsWith('-') ? first : `${first} ${second}`;
  if (group === undefined) {
    const meant = perhaps(words, names) || perhaps(first, firstWords(names));
    throw new UsageError(`Unknown command "${first}"${meant}${missingPart(groups)}`);
  }
  const commands = group.commands.filter(beginsSo);
  if (second === '--help' || second === '-h') return groupHelp({ ...group, commands });
  const choices = commands.map(({ name }) => name.slice(first.length + 1)).join(', ');
  if (words === first) {
    const others = firstWords(names).filter((word) => word !== first);
    throw new UsageError(`"hookwell ${first}" needs one of: ${choices}${perhaps(first, others)}`);
  }
  throw new UsageError(`Unknown command "${words}", known are: ${choices}${perhaps(words, names)}`);
}

function firstWords(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.split(' ', 1).join()))];
}

/** A service hands the command out without the operators' part. */
function missingPart(groups: readonly CommandGroup[]): string {
  return groups.some(({ audience }) => audience === 'operators')
    ? ''
    : '; what operators run, such as "hookwell serve", is in the whole package alone';
}
