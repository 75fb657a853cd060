import { errorCatalogue } from '@hookwell/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { StoreFull, StoreUnavailable } from '../database/errors.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import { NotAnswered } from '../threads/messages.ts';
import { allowAnyOrigin } from './cors.ts';

/** Turns everything that a route throws into an answer. To be registered before the routes. */
export function registerErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = apiErrorOf(error);
    if (failure.code === 'internal' || failure.code === 'unavailable') {
      const { method, url: route } = request.routeOptions;
      // A client may have left or been cut off at a stop. A store or renderer that had no answer for it is no fault.
      const clientIsGone = failure.code === 'unavailable' && request.socket.destroyed;
      const level = clientIsGone ? 'debug' : 'error';
      request.log[level]({ method, route, error: describe(error) }, failure.message);
    }
    return answerWith(failure, reply);
  });
}

/** Answers failures of the router, which come before any hook runs. For Fastify's option of the same name. */
export function frameworkErrors(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  allowAnyOrigin(request, reply);
  answerWith(apiErrorOf(error), reply);
}

/** The one place that makes an ApiError an answer: `{"error": "<sentence>"}` and its headers. */
function answerWith(error: ApiError, reply: FastifyReply): FastifyReply {
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  const { status } = errorCatalogue[error.code];
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  if (status === 429 || status === 503) headers['retry-after'] = `${error.retryAfterSeconds ?? 1}`;
  // A text is sent as it is; Fastify would write an object by the route's response schema.
  return reply
    .code(status)
    .headers(headers)
    .send(JSON.stringify({ error: error.message }));
}

/** The error that the client is told of. */
function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Overloaded)
    return new ApiError('overloaded', { sentence: error.message, cause: error });
  if (error instanceof StoreUnavailable || error instanceof NotAnswered)
    return new ApiError('unavailable', { cause: error });
  if (error instanceof StoreFull) return new ApiError('storeFull', { cause: error });
  return apiErrorOfFastify(error) ?? new ApiError('internal', { cause: error });
}

function apiErrorOfFastify(error: unknown): ApiError | undefined {
  if (!(error instanceof Error && 'code' in error && 'statusCode' in error)) return undefined;
  if (typeof error.code !== 'string' || !error.code.startsWith('FST_')) return undefined;
  if (error.code === 'FST_ERR_BAD_URL') {
    return new ApiError('invalidInput', { sentence: 'The path is not valid', cause: error });
  }
  switch (error.statusCode) {
    case 404:
    case 414:
      // The path parameter is longer than any name of ours.
      return new ApiError('notFound', { cause: error });
    case 413:
      return new ApiError('bodyTooLarge', { cause: error });
    case 415:
      return new ApiError('unsupportedMediaType', { cause: error });
    case 400:
      return new ApiError('invalidInput', { cause: error });
    default:
      return undefined;
  }
}

interface ErrorDescription {
  type: string;
  message: string;
  stack: string | undefined;
  cause?: ErrorDescription;
}

/** The fields of an error that are logged. Errors of libraries have rows and parameters in others. */
function describe(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: undefined };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describe(error.cause) }),
  };
}
