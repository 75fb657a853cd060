import { errorMessage } from '@hookwell/contract/error-message';
import { CommandFailure } from './outcome.ts';

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
