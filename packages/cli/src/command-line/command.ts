/** The description of a command, and the types that follow from it. */

interface Described {
  /** The name of the value in the help: `EMAIL`. Shells complete a `FILE` with the names of files. */
  placeholder: string;
  description: string;
}

export interface TextOption extends Described {
  type: 'text';
  required?: true;
  /** May be given many times; the values come as a list, which may be empty. */
  repeatable?: true;
  /** The only values allowed. */
  oneOf?: readonly string[];
  /** A value may begin with one minus sign. */
  takesMinus?: true;
  /** It may stand without a value, which is then the empty text: the command asks for it. */
  valueIsOptional?: true;
  /** Values that a shell may offer, looked up when its completion is written. */
  suggestions?: () => Promise<readonly string[]>;
}

/** A whole number. */
export interface NumberOption extends Described {
  type: 'number';
  required?: true;
  minimum?: number;
  maximum?: number;
}

/** A time span such as `500ms`, `30s`, `10m`, `2h` or `7d`; a bare number means seconds. Its value is in milliseconds. */
export interface DurationOption extends Described {
  type: 'duration';
  required?: true;
}

export interface FlagOption {
  type: 'flag';
  description: string;
  /** The flag must be given, although the command has no other way yet. */
  required?: true;
}

export type Option = TextOption | NumberOption | DurationOption | FlagOption;
export type OptionTable = Readonly<Record<string, Option>>;

/** A word after the command. Optional and repeatable ones stand last. */
export interface Operand extends Described {
  /** `id` is a whole number from 1 on, such as the id of a captured request; without a type the word is text. */
  type?: 'id';
  optional?: true;
  /** Takes all words that are left, at least one unless it is optional; they come as a list. */
  repeatable?: true;
  /** The only values allowed. */
  oneOf?: readonly string[];
}

export type OperandTable = Readonly<Record<string, Operand>>;

type OptionValue<Given> = Given extends FlagOption
  ? boolean
  : Given extends { repeatable: true }
    ? readonly Single<Given>[]
    : Single<Given> | (Given extends { required: true } ? never : undefined);

type OperandValue<Given> = Given extends { repeatable: true }
  ? readonly Single<Given>[]
  : Single<Given> | (Given extends { optional: true } ? undefined : never);

type Single<Given> = Given extends { type: 'number' | 'duration' | 'id' }
  ? number
  : Given extends { oneOf: readonly (infer Choice)[] }
    ? Choice
    : string;

/** The values that a command gets: its options and operands by name. */
export type Values<Options, Operands> = {
  [Name in keyof Options]: OptionValue<Options[Name]>;
} & { [Name in keyof Operands]: OperandValue<Operands[Name]> };

/** The world around a command; `main.ts` takes it from the process. */
export interface Surroundings {
  environment: Readonly<Record<string, string | undefined>>;
  /** The names in the environment that come from a file `.env` in the working directory. */
  fromEnvironmentFile: ReadonlySet<string>;
  /** Present where a service handed the command out: the address of that service, if it is known. It has no "serve" then. */
  handedOut?: { by: string | undefined } | undefined;
  /** The version of the command itself. */
  version: string;
  /** Standard input. */
  input: AsyncIterable<Uint8Array>;
  /** Writes one line to standard output. */
  print(line: string): void;
  /**
   * Writes to standard output and waits until the data is taken: for output that may be long.
   * @throws {OutputClosed} if the reader is gone
   */
  write(data: string | Uint8Array): Promise<void>;
  /** Writes one line to standard error, for people. */
  note(line: string): void;
  /** Standard output, as a display. */
  output: Display;
  /** Standard error, as a display. */
  notes: Display;
  /** Asks on the terminal; absent without a terminal. */
  ask: Ask | undefined;
  /** Shows the progress of a command that takes long. */
  progress: ProgressDisplay;
  /**
   * Takes over Ctrl-C and SIGTERM: the first one aborts the signal, another one a second later or more ends the
   * process at once. (An earlier one may be the same that came in two ways.)
   * A command that was interrupted throws `Interrupted` unless it has done all its work.
   */
  interruption(): AbortSignal;
}

export interface Display {
  isTerminal: boolean;
  /** Whether the user wants colours. */
  hasColours: boolean;
  /** The width of the terminal; `Infinity` for files and pipes. */
  columns: number;
}

/**
 * Gives the typed text without the line break.
 * @throws {Interrupted} if Ctrl-C was pressed
 */
export type Ask = (question: string, options?: { hidden?: boolean }) => Promise<string>;

export interface ProgressDisplay {
  /** Shows a line. Commands may call it after every change. */
  show(line: string): void;
  /** Clears the line. */
  end(): void;
}

export interface CommandDescription<Options extends OptionTable, Operands extends OperandTable> {
  /** The words that call it: `account create`. */
  name: string;
  /** One line for the overview. */
  summary: string;
  /** More sentences for its own help. */
  details?: string;
  options?: Options;
  operands?: Operands;
  /** Options of which at most one may be given. */
  exclusive?: readonly (keyof Options & string)[];
  /** What was meant by a word too many, with the option that it lacks; `undefined` where that is unknown. */
  meantBy?: (word: string) => string | undefined;
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
  exclusive: readonly string[];
  meantBy?: ((word: string) => string | undefined) | undefined;
  examples: readonly string[];
  run(values: ParsedValues, surroundings: Surroundings): Promise<void>;
}

export type ParsedScalar = string | number | boolean;
export type ParsedValue = ParsedScalar | undefined | ParsedScalar[];
export type ParsedValues = Record<string, ParsedValue>;

/** The users of a command: everybody with an account, or the operators of the server. */
export type Audience = 'everybody' | 'operators';

/** Commands as the overview shows them. */
export interface CommandGroup {
  audience: Audience;
  commands: readonly Command[];
}

/** Makes a command whose `run` knows the types of its options and operands. */
export function defineCommand<
  const Options extends OptionTable = Record<never, never>,
  const Operands extends OperandTable = Record<never, never>,
>(description: CommandDescription<Options, Operands>): Command {
  return {
    name: description.name,
    summary: description.summary,
    details: description.details,
    options: description.options ?? {},
    operands: description.operands ?? {},
    exclusive: description.exclusive ?? [],
    meantBy: description.meantBy,
    examples: description.examples,
    run: (values, surroundings) =>
      // `parseValues` has checked the values against these same two tables.
      description.run(values as Values<Options, Operands>, surroundings),
  };
}
