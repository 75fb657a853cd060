/** What a command is, and the types that follow from its description. */

export interface TextOption {
  type: 'text';
  /** Stands for the value in the help: `EMAIL`. */
  placeholder: string;
  description: string;
  required?: true;
  /** The only values allowed. */
  oneOf?: readonly string[];
}

export interface FlagOption {
  type: 'flag';
  description: string;
  /** The command has no other way yet: it must be said all the same. */
  required?: true;
}

export type OptionTable = Readonly<Record<string, TextOption | FlagOption>>;

/** Words after the command, all of them required, in the order of the table. */
export type OperandTable = Readonly<Record<string, { placeholder: string; description: string }>>;

type OptionValue<Option> = Option extends FlagOption
  ? boolean
  : Text<Option> | (Option extends { required: true } ? never : undefined);

type Text<Option> = Option extends { oneOf: readonly (infer Choice)[] } ? Choice : string;

/** What a command gets: its options and operands by name. */
export type Values<Options, Operands> = {
  [Name in keyof Options]: OptionValue<Options[Name]>;
} & { [Name in keyof Operands]: string };

/** The world around a command; `main.ts` takes it from the process. */
export interface Surroundings {
  environment: Readonly<Record<string, string | undefined>>;
  /** Standard input. */
  input: AsyncIterable<Uint8Array>;
  /** Writes one line to standard output. */
  print(line: string): void;
  /** How far a command is that takes long. */
  progress: ProgressDisplay;
}

export interface ProgressDisplay {
  /** To be called as often as anything has changed. */
  show(line: string): void;
  /** Clears what is still shown. */
  end(): void;
}

export interface Description<Options extends OptionTable, Operands extends OperandTable> {
  /** The words that call it: `account create`. */
  name: string;
  /** One line for the overview. */
  summary: string;
  /** More sentences for its own help. */
  details?: string;
  options?: Options;
  operands?: Operands;
  /** Whole command lines, shown in its help. */
  examples: readonly string[];
  run(values: Values<Options, Operands>, surroundings: Surroundings): Promise<void>;
}

/** A command as the table holds it, its value types forgotten. */
export interface Command {
  name: string;
  summary: string;
  details: string | undefined;
  options: OptionTable;
  operands: OperandTable;
  examples: readonly string[];
  run(values: ParsedValues, surroundings: Surroundings): Promise<void>;
}

export type ParsedValues = Record<string, string | boolean | undefined>;

/** Makes a command whose `run` knows the types of its options and operands. */
export function defineCommand<
  const Options extends OptionTable = Record<never, never>,
  const Operands extends OperandTable = Record<never, never>,
>(description: Description<Options, Operands>): Command {
  return {
    name: description.name,
    summary: description.summary,
    details: description.details,
    options: description.options ?? {},
    operands: description.operands ?? {},
    examples: description.examples,
    run: (values, surroundings) =>
      // `parseValues` has checked the values against these same two tables.
      description.run(values as Values<Options, Operands>, surroundings),
  };
}

/** A command line that cannot be understood: one line on standard error, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
  /** The command whose help says more, where one was named. */
  readonly commandName: string | undefined;

  constructor(sentence: string, commandName?: string) {
    super(sentence);
    this.commandName = commandName;
  }
}

/** What was asked for cannot be done: one line on standard error, exit code 1. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
}
