import { errorMessage } from '@hookwell/contract/error-message';
import { CommandFailure } from './outcome.ts';

/** Whether the system refused with this code: `ENOENT`. */
export function hasCode(error: unknown, code: string): error is Error {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The failure of a command that cannot read or write a file, with the system's reason. */
export function fileFailure(verb: 'read' | 'write', file: string, cause: unknown): CommandFailure {
  return new CommandFailure(`Cannot ${verb} ${file}: ${errorMessage(cause)}`, { cause });
}
