import { errorCatalogue } from '@hookwell/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallerEnded, StoreFull, StoreUnavailable } from '../database/errors.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import { Refusal } from '../refusal.ts';
import { NotAnswered } from '../threads/messages.ts';
import { allowAnyOrigin } from './cors.ts';
import { isNavigation } from './navigation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether its address is that of a page: a browser that opens it is told of a failure in a text, not in JSON. */
    isPage?: boolean;
  }
}

/** Turns everything that a route throws into an answer. To be registered before the routes. */
export function registerErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = refusalOf(error);
    if (failure.code === 'internal' || failure.code === 'unavailable') {
      const { method, url: route } = request.routeOptions;
      // A client may have left or been cut off at a stop. A store or renderer that had no answer for it is no fault.
      const clientIsGone = failure.code === 'unavailable' && request.socket.destroyed;
      const level = clientIsGone ? 'debug' : 'error';
      request.log[level]({ method, route, error: describe(error) }, failure.message);
    }
    const { isPage = false } = request.routeOptions.config;
    return answerWith(failure, reply, isPage && isNavigation(request));
  });
}

/** Answers failures of the router, which come before any hook runs. For Fastify's option of the same name. */
export function frameworkErrors(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  allowAnyOrigin(request, reply);
  answerWith(refusalOf(error), reply);
}

/** The one place that makes a Refusal an answer: `{"error": "<sentence>"}`, or a text for somebody to read, and its headers. */
function answerWith(error: Refusal, reply: FastifyReply, isRead = false): FastifyReply {
  const headers: Record<string, string> = {
    'content-type': `${isRead ? 'text/plain' : 'application/json'}; charset=utf-8`,
  };
  const { status } = errorCatalogue[error.code];
  const { message, retryAfterSeconds = 1 } = error;
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  const mayRetry = status === 429 || status === 503;
  if (mayRetry) headers['retry-after'] = `${retryAfterSeconds}`;
  const retry = mayRetry ? `\n\nTry again in ${retryAfterSeconds} s.` : '';
  // A text is sent as it is; Fastify would write an object by the route's response schema.
  return reply
    .code(status)
    .headers(headers)
    .send(isRead ? `${message}${retry}\n` : JSON.stringify({ error: message }));
}

/** The error that the client is told of. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Overloaded)
    return new Refusal('overloaded', { sentence: error.message, cause: error });
  if (error instanceof StoreUnavailable || error instanceof NotAnswered)
    return new Refusal('unavailable', { cause: error });
  if (error instanceof CallerEnded)
    return new Refusal(error.message === 'credential' ? 'unauthenticated' : 'roleTooLow');
  if (error instanceof StoreFull) return new Refusal('storeFull', { cause: error });
  return refusalOfFastify(error) ?? new Refusal('internal', { cause: error });
}

function refusalOfFastify(error: unknown): Refusal | undefined {
  if (!(error instanceof Error && 'code' in error && 'statusCode' in error)) return undefined;
  if (typeof error.code !== 'string' || !error.code.startsWith('FST_')) return undefined;
  if (error.code === 'FST_ERR_BAD_URL') {
    return new Refusal('invalidInput', { sentence: 'The path is not valid', cause: error });
  }
  switch (error.statusCode) {
    case 404:
    case 414:
      // The path parameter is longer than any name of ours.
      return new Refusal('notFound', { cause: error });
    case 413:
      return new Refusal('bodyTooLarge', { cause: error });
    case 415:
      return new Refusal('unsupportedMediaType', { cause: error });
    case 400:
      return new Refusal('invalidInput', { cause: error });
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
