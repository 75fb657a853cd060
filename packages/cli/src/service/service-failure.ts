import { ServiceUnreachable } from './unreachable.ts';

/**
 * The sentence for a failure of the service or of the way to it; `undefined` for any other error. The client's
 * class is recognised by its name, so that its code need not be loaded.
 */
export function serviceFailureSentence(error: unknown): string | undefined {
  if (!(error instanceof Error && error.name === 'HookwellError')) return undefined;
  const status = statusOf(error) ?? 0;
  if (error.cause instanceof ServiceUnreachable) return error.cause.message;
  if (status === 0) return [error.message, deepestCause(error)].filter(Boolean).join(': ');
  if (status === 429) return `${error.message}: ${retrySentence(error)}`;
  if (status === 403 && /^API use requires/.test(error.message)) {
    return `${error.message} ("hookwell login --email" works on every plan)`;
  }
  if (error.message === 'This needs a registered account') {
    return `${error.message}: "hookwell register" makes the guest one, with its endpoints`;
  }
  // A login would change nothing where a key is given: that comes first.
  if (status === 401 && error.message.endsWith(storedByLogin)) {
    return error.message.includes('the session')
      ? `${error.message}: it ended, or its guest went along to another account. Log in again`
      : `${error.message}: log in again`;
  }
  // Commands name the thing that was not found. Without such a name the call itself led nowhere.
  if (error.message === 'Not found') return 'Not found: is the address of the service right?';
  return error.message;
}

/** The end of the sentence about a credential that `hookwell login` has stored. */
export const storedByLogin = 'that "hookwell login" stored';

/** The HTTP status that the service answered with; 0 if it did not answer, `undefined` for any other error. */
export function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** The seconds that the service asks to wait, if it does. */
export function retryAfterOf(error: unknown): number | undefined {
  const seconds = error instanceof Error && 'retryAfter' in error ? error.retryAfter : undefined;
  return typeof seconds === 'number' ? seconds : undefined;
}

function retrySentence(error: Error): string {
  const seconds = retryAfterOf(error);
  return seconds === undefined ? 'try again later' : `try again in ${Math.ceil(seconds)} s`;
}

/** The message of the error underneath: `connect ECONNREFUSED 127.0.0.1:8080`. */
function deepestCause(error: Error): string | undefined {
  let { cause } = error;
  let message: string | undefined;
  while (cause instanceof Error) {
    // A name may have many addresses, and each of them was tried.
    const [first] = cause instanceof AggregateError ? cause.errors : [];
    const inner: unknown = first ?? cause.cause;
    message = cause.message || message;
    cause = inner;
  }
  return message === error.message ? undefined : message;
}
