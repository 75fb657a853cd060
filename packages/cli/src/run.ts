import { type Command, type Surroundings, UsageError } from './command.ts';
import { commands } from './commands/table.ts';
import { commandHelp, overview } from './help.ts';
import { parseValues } from './parse-values.ts';

/**
 * Runs the command that `argv` (without node and file) names.
 * @throws UsageError where it names none; whatever the command throws.
 */
export async function run(
  argv: readonly string[],
  surroundings: Surroundings,
  version: string,
): Promise<void> {
  const [first] = argv;
  if (first === '--version' || first === '-v') return surroundings.print(version);
  if (first === '--help' || first === '-h') return surroundings.print(overview(commands));

  const command = commands.find((candidate) => isCalledBy(candidate, argv));
  if (command === undefined) return surroundings.print(groupHelp(argv));

  const { help, values } = parseValues(command, argv.slice(command.name.split(' ').length));
  if (help) return surroundings.print(commandHelp(command));
  await command.run(values, surroundings);
}

function isCalledBy(command: Command, argv: readonly string[]): boolean {
  return command.name.split(' ').every((word, index) => argv[index] === word);
}

/** `hookwell account --help` lists what begins with `account`. */
function groupHelp(argv: readonly string[]): string {
  const [first, second] = argv;
  if (first === undefined) throw new UsageError('A command is missing');
  if (first.startsWith('-')) throw new UsageError(`Unknown option ${first}`);
  const group = commands.filter((command) => command.name.startsWith(`${first} `));
  if (group.length === 0) throw new UsageError(`Unknown command "${first}"`);
  if (second === '--help' || second === '-h') return overview(group);
  const choices = group.map((command) => command.name.slice(first.length + 1)).join(', ');
  throw new UsageError(
    second === undefined || second.startsWith('-')
      ? `"hookwell ${first}" needs one of: ${choices}`
      : `Unknown command "${first} ${second}", known are: ${choices}`,
  );
}
