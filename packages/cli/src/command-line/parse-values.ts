import { parseArgs } from 'node:util';
import { nearestName } from '@hookwell/core/match/text/nearest-name';
import { parseDuration } from '@hookwell/core/match/text/times';
import type {
  Command,
  Operand,
  Option,
  ParsedScalar,
  ParsedValue,
  ParsedValues,
} from './command.ts';
import { UsageError } from './outcome.ts';

/**
 * Reads the words after a command's name. `help` is true if `--help` or `-h` is among them; then nothing else
 * is checked.
 * @throws {UsageError} if a word is wrong or missing, with one line that says so
 */
export function parseValues(
  command: Command,
  argv: readonly string[],
): { help: boolean; values: ParsedValues } {
  const { tokens } = parseArgs({
    args: argv.map((word, index) =>
      lacksValue(command, word, argv[index + 1]) ? `${word}=` : word,
    ),
    // Strictness is off: the sentences about mistakes are ours.
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
    if (token.kind === 'option') takeOption(command, token, values);
  }
  fillOptions(command, values);
  fillOperands(command, words, values);
  return { help: false, values };
}

/** Whether the word is an option without the value that it may have: the next word would be taken for it. */
function lacksValue({ options }: Command, word: string, next: string | undefined): boolean {
  const option = Object.hasOwn(options, word.slice(2)) ? options[word.slice(2)] : undefined;
  const isOptional = option?.type === 'text' && option.valueIsOptional === true;
  return word.startsWith('--') && isOptional && (next === undefined || next.startsWith('-'));
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

function takeOption(command: Command, token: OptionToken, values: ParsedValues): void {
  const { name, rawName } = token;
  const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
  if (option === undefined) {
    const meant = perhaps(name, Object.keys(command.options), '--');
    throw new UsageError(`Unknown option ${rawName}${meant}`, command.name);
  }
  const value = optionValue(command, option, token);
  if (isRepeatable(option)) {
    const earlier = values[name];
    values[name] = Array.isArray(earlier) ? [...earlier, value] : [value];
    return;
  }
  if (Object.hasOwn(values, name)) {
    throw new UsageError(`Option ${rawName} is given twice`, command.name);
  }
  const rival = command.exclusive.find((other) => Object.hasOwn(values, other));
  if (rival !== undefined && command.exclusive.includes(name)) {
    throw new UsageError(`Options --${rival} and ${rawName} exclude each other`, command.name);
  }
  values[name] = value;
}

function optionValue(command: Command, option: Option, token: OptionToken): ParsedScalar {
  const { rawName, value } = token;
  if (option.type === 'flag') {
    if (value === undefined) return true;
    throw new UsageError(`Option ${rawName} takes no value`, command.name);
  }
  if (value === '' && option.type === 'text' && option.valueIsOptional) return '';
  // `--email --plan plus` lacks the email: the name of an option is a value only if "=" joins it.
  const isMissing = !value || (looksLikeOption(option, value) && token.inlineValue !== true);
  if (isMissing) throw new UsageError(`Option ${rawName} needs a value`, command.name);
  return checkedValue(command, `Option ${rawName}`, value, option);
}

function looksLikeOption(option: Option, value: string): boolean {
  const takesMinus = option.type === 'text' && option.takesMinus === true;
  return value.startsWith(takesMinus ? '--' : '-');
}

function isRepeatable(option: Option): boolean {
  return option.type === 'text' && option.repeatable === true;
}

function fillOptions(command: Command, values: ParsedValues): void {
  for (const [name, option] of Object.entries(command.options)) {
    if (Object.hasOwn(values, name)) continue;
    if (option.required) throw new UsageError(`Option --${name} is missing`, command.name);
    if (option.type === 'flag') values[name] = false;
    if (isRepeatable(option)) values[name] = [];
  }
}

function fillOperands(command: Command, words: readonly string[], values: ParsedValues): void {
  let taken = 0;
  for (const [name, operand] of Object.entries(command.operands)) {
    const given = words.slice(taken, operand.repeatable ? undefined : taken + 1);
    const isMissing = given.length === 0 || given.includes('');
    if (isMissing && !(operand.optional && given.length === 0)) {
      throw new UsageError(`${operand.placeholder} is missing`, command.name);
    }
    values[name] = operandValue(command, operand, given);
    taken += given.length;
  }
  const extra = words[taken];
  if (extra === undefined) return;
  const meant = command.meantBy?.(extra);
  const perhapsMeant = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  throw new UsageError(`Unexpected "${extra}"${perhapsMeant}`, command.name);
}

function operandValue(command: Command, operand: Operand, given: readonly string[]): ParsedValue {
  const values = given.map((word) => checkedValue(command, operand.placeholder, word, operand));
  return operand.repeatable ? values : values[0];
}

function checkedValue(
  command: Command,
  name: string,
  word: string,
  wanted: Parameters<typeof readValue>[1],
): string | number {
  try {
    return readValue(word, wanted);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${name} ${error.message}`, command.name);
  }
}

/**
 * Makes a value of the word given for an option or operand.
 * @throws {RangeError} if the word is no such value; the message tells the rule: `must be a whole number`
 */
function readValue(word: string, wanted: Exclude<Option, { type: 'flag' }> | Operand) {
  switch (wanted.type) {
    case 'number':
      return readNumber(word, wanted.minimum, wanted.maximum);
    case 'id':
      return readNumber(word, 1, undefined);
    case 'duration':
      return readDuration(word);
    default:
      return readText(word, wanted.oneOf);
  }
}

function readText(word: string, oneOf: readonly string[] | undefined): string {
  if (oneOf !== undefined && !oneOf.includes(word)) {
    throw new RangeError(`must be one of ${oneOf.join(', ')}`);
  }
  return word;
}

function readNumber(word: string, minimum = 0, maximum = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d+$/.test(word) ? Number(word) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  const range =
    maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
  throw new RangeError(`must be a whole number ${range}`);
}

const durationForm = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/;

/**
 * Milliseconds in `500ms`, `30`, `30s`, `1.5m`, `2h`, `7d`.
 * @throws {RangeError} if the word is no duration
 */
export function readDuration(word: string): number {
  const milliseconds = parseDuration(word, durationForm);
  if (milliseconds !== undefined && Number.isSafeInteger(milliseconds)) return milliseconds;
  throw new RangeError('must be a time such as 30 (seconds), 500ms, 10m, 2h or 7d');
}

/** A word of more characters is compared with nothing. */
const mostCharacters = 40;

/** ` (did you mean "endpoints"?)`, for the name that a mistyped word most likely means; empty if none is near. */
export function perhaps(word: string, names: readonly string[], prefix = ''): string {
  const name = nearest(word, names);
  return name === undefined ? '' : ` (did you mean "${prefix}${name}"?)`;
}

/** The name with the fewest differences, or else one that begins with the word. */
function nearest(word: string, names: readonly string[]): string | undefined {
  if (word.length > mostCharacters) return undefined;
  return (
    nearestName(word, names, Math.min(2, Math.floor(word.length / 2))) ??
    names.find((name) => word.length > 2 && name.startsWith(word))
  );
}
