import { parseArgs } from 'node:util';
import { type Command, type ParsedValues, UsageError } from './command.ts';

/**
 * Reads what stands after a command's name. `help` is true where `--help` or `-h` is among it; then
 * nothing else is checked.
 * @throws UsageError with one line that says what is wrong.
 */
export function parseValues(
  command: Command,
  argv: readonly string[],
): { help: boolean; values: ParsedValues } {
  const { tokens } = parseArgs({
    args: [...argv],
    // Not strict: the sentences about mistakes are ours.
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: parserOptions(command),
  });
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) {
    return { help: true, values: {} };
  }
  const values: ParsedValues = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    if (Object.hasOwn(values, token.name)) {
      throw new UsageError(`Option ${token.rawName} is given twice`, command.name);
    }
    values[token.name] = optionValue(command, token);
  }
  fillOptions(command, values);
  fillOperands(command, words, values);
  return { help: false, values };
}

function parserOptions(command: Command) {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    help: { type: 'boolean', short: 'h' },
  };
  for (const [name, option] of Object.entries(command.options)) {
    options[name] = { type: option.type === 'flag' ? 'boolean' : 'string' };
  }
  return options;
}

interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function optionValue(command: Command, token: OptionToken): string | boolean {
  const option = Object.hasOwn(command.options, token.name)
    ? command.options[token.name]
    : undefined;
  if (option === undefined) throw new UsageError(`Unknown option ${token.rawName}`, command.name);
  if (option.type === 'flag') {
    if (token.value === undefined) return true;
    throw new UsageError(`Option ${token.rawName} takes no value`, command.name);
  }
  const { value } = token;
  // `--email --plan plus` forgot the email: an option's name is no value unless it is joined by "=".
  const isMissing = !value || (value.startsWith('-') && token.inlineValue !== true);
  if (isMissing) throw new UsageError(`Option ${token.rawName} needs a value`, command.name);
  if (option.oneOf !== undefined && !option.oneOf.includes(value)) {
    throw new UsageError(
      `Option ${token.rawName} must be one of ${option.oneOf.join(', ')}`,
      command.name,
    );
  }
  return value;
}

function fillOptions(command: Command, values: ParsedValues): void {
  for (const [name, option] of Object.entries(command.options)) {
    if (Object.hasOwn(values, name)) continue;
    if (option.required) throw new UsageError(`Option --${name} is missing`, command.name);
    if (option.type === 'flag') values[name] = false;
  }
}

function fillOperands(command: Command, words: readonly string[], values: ParsedValues): void {
  const operands = Object.entries(command.operands);
  for (const [index, [name, operand]] of operands.entries()) {
    const word = words[index];
    if (!word) throw new UsageError(`${operand.placeholder} is missing`, command.name);
    values[name] = word;
  }
  const extra = words[operands.length];
  if (extra !== undefined) throw new UsageError(`Unexpected "${extra}"`, command.name);
}
