import { errorCatalogue } from '@hookwell/core/api';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { CallerEnded, StoreFull, StoreUnavailable } from '../database/errors.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import { NotAnswered } from '../threads/messages.ts';
import { TaskEnded } from '../workers/pool.ts';
import { allowAnyOrigin } from './cors.ts';
import { isNavigation } from './header-values.ts';

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

/** The one place that makes an ApiError an answer: `{"error": "<sentence>"}`, or a text for somebody to read, and its headers. */
function answerWith(error: ApiError, reply: FastifyReply, isRead = false): FastifyReply {
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
function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Overloaded)
    return new ApiError('overloaded', { sentence: error.message, cause: error });
  if (error instanceof TaskEnded) return new ApiError('overloaded', { cause: error });
  if (error instanceof StoreUnavailable || error instanceof NotAnswered)
    return new ApiError('unavailable', { cause: error });
  if (error instanceof CallerEnded)
    return new ApiError(error.message === 'credential' ? 'unauthenticated' : 'roleTooLow');
  if (error instanceof StoreFull) return new ApiError('storeFull', { cause: error });
  return refusalOfFastify(error) ?? new ApiError('internal', { cause: error });
}

function refusalOfFastify(error: unknown): ApiError | undefined {
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

declare module 'fastify' {
  interface FastifyInstance {
    unknownAddress: {
      /** Answers a request for an address that no route has, or leaves it to the usual answer. */
      page?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
    };
  }
}

/**
 * Answers requests that no route takes: 405 with `Allow` if a route takes another method of the path, else
 * 404, for which a page may stand in (`unknownAddress`). Neither asks for a credential. To be registered before
 * the routes, whose addresses it notes.
 */
export function registerMethodNotAllowed(app: FastifyInstance): void {
  const methodsByUrl = new Map<string, Set<string>>();

  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByUrl.set(url, methods);
  });

  app.decorate('unknownAddress', {});

  app.setNotFoundHandler(async (request, reply) => {
    const path = segmentsOf(request.url.replace(/[?#].*$/s, ''));
    const allowed = new Set<string>();
    for (const [url, methods] of methodsByUrl) {
      if (matches(segmentsOf(url), path)) for (const name of methods) allowed.add(name);
    }
    const page = allowed.size === 0 ? app.unknownAddress.page?.(request, reply) : undefined;
    if (page !== undefined) return page;
    if (allowed.size === 0 || allowed.has(request.method)) throw new ApiError('notFound');
    reply.header('allow', [...allowed].sort().join(', '));
    throw new ApiError('methodNotAllowed');
  });
}

function segmentsOf(path: string): string[] {
  return path.split('/');
}

/** `:name` stands for one segment that is not empty, `*` for all that follow. */
function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const wildcard = pattern.indexOf('*');
  if (wildcard === -1 ? pattern.length !== path.length : path.length <= wildcard) return false;
  return pattern
    .slice(0, wildcard === -1 ? undefined : wildcard)
    .every((part, index) => (part.startsWith(':') ? path[index] !== '' : part === path[index]));
}
