import { type ErrorCode, errorCatalogue } from '@hookwell/core/api';

/**
 * A refused call: a code from the catalogue of errors, and nothing of HTTP. Only `http/error-handling.ts` turns
 * it into an answer. A `sentence` replaces the catalogue's if the failure can say more.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** For those who may come again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: { sentence?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(options.sentence ?? errorCatalogue[code].sentence, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
