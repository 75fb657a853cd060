import { type ErrorCode, errorCatalogue } from '@hookwell/contract';

/**
 * The one error class of the service: a code from the catalogue. Only `http/error-handling.ts` turns
 * it into an answer. A `sentence` replaces the catalogue's if the failure can say more.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    options: { sentence?: string; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(options.sentence ?? errorCatalogue[code].sentence, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.headers = options.headers ?? {};
  }
}
