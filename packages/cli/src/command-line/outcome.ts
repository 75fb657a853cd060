import { errorMessage } from '@hookwell/core/api/error-message';

/** The ways in which a command can end, as exit codes for scripts. */

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  noMatch: 3,
  interrupted: 130,
} as const;

/** The meaning of each exit code, for the help and the documentation. */
export const exitCodeMeanings: readonly (readonly [code: number, meaning: string])[] = [
  [exitCodes.done, 'It is done.'],
  [exitCodes.failed, 'It failed; standard error says why.'],
  [exitCodes.usage, 'The command line cannot be understood, or lacks something.'],
  [
    exitCodes.noMatch,
    'Nothing matched: in time ("hookwell wait"), or of what is stored (--match). Nothing arrived ("hookwell grade"), or not lately ("hookwell fresh"), or could be judged ("hookwell check").',
  ],
  [exitCodes.interrupted, 'It was interrupted, with something left undone.'],
];

/** A command line that cannot be understood: one line on standard error, perhaps a quotation, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
  /** The command whose help says more, if the command line names one. */
  readonly commandName: string | undefined;
  /** Lines that show the mistake, safe for a terminal. */
  readonly quotation: string | undefined;

  constructor(sentence: string, commandName?: string, quotation?: string) {
    super(sentence);
    this.commandName = commandName;
    this.quotation = quotation;
  }
}

/**
 * The result of the function, whose TypeErrors and RangeErrors are mistakes in the command line.
 * @throws {UsageError} with their message, after the prefix
 */
export function orUsageError<Result>(parse: () => Result, command: string, prefix = ''): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new UsageError(prefix + error.message, command);
  }
}

/** A command that cannot do its work: a sentence on standard error and an exit code, 1 if none is given. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
  readonly exitCode: number;

  constructor(sentence: string, options: { cause?: unknown; exitCode?: number } = {}) {
    super(sentence, 'cause' in options ? { cause: options.cause } : undefined);
    this.exitCode = options.exitCode ?? exitCodes.failed;
  }
}

/** Ctrl-C or SIGTERM before all was done: quiet, exit code 130. */
export class Interrupted extends Error {
  override name = 'Interrupted';

  constructor() {
    super('It was interrupted');
  }
}

/** The reader of standard output has seen enough (`hookwell requests list | head -1`): quiet, exit code 0. */
export class OutputClosed extends Error {
  override name = 'OutputClosed';

  constructor() {
    super('Nobody reads the output any more');
  }
}

/** Whether the system refused with this code: `ENOENT`. */
export function hasCode(error: unknown, code: string): error is Error {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The usual refusals of the system, as the rest of a sentence. */
const reasons = {
  read: {
    ENOENT: 'there is no such file',
    ENOTDIR: 'there is no such file',
    EISDIR: 'it is a folder',
    EACCES: 'it may not be read',
    EPERM: 'it may not be read',
  },
  write: {
    ENOENT: 'there is no such folder',
    ENOTDIR: 'there is no such folder',
    EISDIR: 'it is a folder',
    EACCES: 'it may not be written',
    EPERM: 'it may not be written',
    EROFS: 'it may not be written',
    ENOSPC: 'there is no room left on the disk',
  },
} as const;

/** The failure of a command that cannot read or write a file, with the reason. */
export function fileFailure(verb: 'read' | 'write', file: string, cause: unknown): CommandFailure {
  const known = Object.entries(reasons[verb]).find(([code]) => hasCode(cause, code));
  return new CommandFailure(`Cannot ${verb} ${file}: ${known?.[1] ?? errorMessage(cause)}`, {
    cause,
  });
}
