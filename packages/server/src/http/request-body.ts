import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BodyPieces } from '../connections/body-pieces.ts';
import { ApiError } from './api-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be left out; the handler then gets an empty object. */
    optionalBody?: boolean;
  }
}

/** Bytes that the body of an API request may have where its operation sets no limit of its own. */
export const apiBodyLimit = 64 * 1024;

/** How much of a body that nobody wants is read and thrown away, so that the sender reads the answer. */
const discardLimit = 2 ** 20;

/**
 * Bodies are JSON, and only operations that have one read it; all others ignore whatever is sent,
 * of whatever media type. Must be registered before the routes.
 */
export function registerRequestBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    // Fastify refuses a media type it cannot read, and none at all with some methods, before any parser
    // could ignore the body.
    if (!hasBody(request)) request.raw.headers['content-type'] = 'application/octet-stream';
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      if (!hasBody(request)) return undefined;
      const body = await readBody(payload, request.routeOptions.bodyLimit);
      if (body.length === 0 && request.routeOptions.config.optionalBody) return {};
      return parseJson(body).value;
    },
  );
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (!hasBody(request)) return undefined;
    const body = await readBody(payload, request.routeOptions.bodyLimit);
    if (body.length === 0 && request.routeOptions.config.optionalBody) return {};
    throw new ApiError('unsupportedMediaType');
  });
  app.addHook('preValidation', async (request) => {
    if (request.body === undefined && request.routeOptions.config.optionalBody) request.body = {};
  });
}

function hasBody(request: FastifyRequest): boolean {
  return request.routeOptions.schema?.body !== undefined;
}

/**
 * Reads a body up to the limit in bytes.
 * @throws ApiError bodyTooLarge past it, malformedHttp where the sender gives up.
 */
export function readBody(payload: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces = new BodyPieces();
    let size = 0;
    payload.on('data', onData);
    payload.on('end', onEnd);
    payload.on('error', onError);

    function onData(chunk: Buffer): void {
      size += chunk.length;
      if (size <= limit) pieces.add(chunk);
      else if (size > limit + discardLimit) settle(() => reject(new ApiError('bodyTooLarge')));
    }
    function onEnd(): void {
      settle(() =>
        size > limit ? reject(new ApiError('bodyTooLarge')) : resolve(Buffer.concat(pieces.take())),
      );
    }
    function onError(cause: Error): void {
      settle(() => reject(new ApiError('malformedHttp', { cause })));
    }
    function settle(outcome: () => void): void {
      payload.off('data', onData);
      payload.off('end', onEnd);
      // The error listener stays: a sender that gives up now is nobody's failure.
      outcome();
    }
  });
}

/** A JSON body, and its text. Throws `malformedJson`. */
export function parseJson(body: Buffer): { value: unknown; text: string } {
  if (body.length === 0) throw new ApiError('malformedJson', { sentence: 'The body is empty' });
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    // A member called `__proto__` is dropped: copied onto another object it would be its prototype.
    const value: unknown = JSON.parse(text, (name, member) =>
      name === '__proto__' ? undefined : member,
    );
    return { value, text };
  } catch (cause) {
    throw new ApiError('malformedJson', { cause });
  }
}
