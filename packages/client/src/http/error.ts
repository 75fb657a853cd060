interface ErrorDetails {
  status: number;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/**
 * The failure of a call. Its message is the service's own sentence, made for people. (A call that was aborted by
 * its signal rejects with the signal's reason instead.)
 */
export class HookwellError extends Error {
  static {
    HookwellError.prototype.name = 'HookwellError';
  }

  /**
   * The HTTP status of the answer; 0 if no whole answer came: the service could not be reached, the connection
   * broke, or the service was silent for too long. Then `cause` has the failure underneath.
   */
  readonly status: number;
  /** The seconds that the service asks to wait, if it does. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { status, retryAfter, cause }: ErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Whether the service says that the thing does not exist, or no longer. */
export function isNotFound(error: unknown): error is HookwellError {
  return error instanceof HookwellError && error.status === 404;
}

/** Whether the service is away, or busy: a later call may succeed. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof HookwellError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/** The failure of `fetch` itself: no answer has begun. */
export function unreachableError(cause: unknown): HookwellError {
  return new HookwellError('The service could not be reached', { status: 0, cause });
}

/** The failure of a connection that broke in the midst of an answer. */
export function lostConnectionError(cause: unknown): HookwellError {
  return new HookwellError('The connection was lost', { status: 0, cause });
}

/** The failure of a service that was silent for this long. */
export function silenceError(milliseconds: number): HookwellError {
  const sentence = `The service was silent for ${milliseconds / 1000} s`;
  return new HookwellError(sentence, {
    status: 0,
    cause: new DOMException(sentence, 'TimeoutError'),
  });
}

/** The number of seconds in a Retry-After header; `undefined` if there is no such header, or none that makes sense. */
export function retryAfterOf(headers: Headers): number | undefined {
  return retryAfterSeconds(headers.get('retry-after')?.trim());
}

/**
 * The seconds that the value of a Retry-After header asks to wait (RFC 9110, section 10.2.3): it names either their number or a
 * date. `undefined` if there is none, or none that makes sense.
 */
export function retryAfterSeconds(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
