import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { BodyPieces } from '../connections/body-pieces.ts';
import { connectionOn } from '../connections/connection.ts';
import { shortLingerMs } from '../connections/lingering.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import type { ChangeSlot } from './waiting-changes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be left out; the handler then gets an empty object. */
    optionalBody?: boolean;
  }
}

/** The longest body of an API request, unless its operation sets a limit of its own. */
export const mostApiBodyBytes = 64 * 1024;

/** So much of a body past its limit is read and thrown away, so that the sender reads the answer. */
const mostDiscardedBytes = 1024 * 1024;

/**
 * Bodies are JSON, and only operations that have one read it. All others ignore any body of any media
 * type. To be registered before the routes.
 */
export function registerRequestBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    // Fastify refuses an unknown media type, and with some methods a missing one, before any parser could
    // ignore the body.
    if (!hasBody(request)) request.raw.headers['content-type'] = 'application/octet-stream';
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      if (!hasBody(request)) return undefined;
      const body = await readWholeBody(request, payload);
      if (body.length === 0 && request.routeOptions.config.optionalBody) return {};
      return parseJson(body).value;
    },
  );
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (!hasBody(request)) return undefined;
    const body = await readWholeBody(request, payload);
    if (body.length === 0 && request.routeOptions.config.optionalBody) return {};
    throw new ApiError('unsupportedMediaType');
  });
  app.addHook('preValidation', async (request) => {
    if (request.body === undefined && request.routeOptions.config.optionalBody) request.body = {};
  });
  boundUnreadBodies(app);
}

/**
 * Bounds what is read of a body after its request was answered, with 401 for example: Node reads on, to use
 * the connection again. Bodies of this API are short, so a body that takes longer is cut off.
 */
function boundUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw: request }, { raw: response }) => {
    const isSending = !request.complete && request.headers.expect === undefined;
    if (isSending && !response.shouldKeepAlive) await discardRest(request);
  });
  app.addHook('onResponse', async ({ raw: request }) => {
    if (request.complete) return;
    const late = setTimeout(() => {
      if (!request.complete) connectionOn(request.socket)?.linger(shortLingerMs);
    }, shortLingerMs);
    request.once('close', () => clearTimeout(late));
  });
}

/**
 * Reads the rest of a body before the last answer of a connection, for a moment. Closing it with bytes that were not read
 * would reset it, and the sender might not have all of the answer yet.
 */
async function discardRest(request: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = mostDiscardedBytes;
  const onData = ({ length }: Uint8Array): void => {
    left -= length;
    if (left < 0) resolve();
  };
  const late = setTimeout(resolve, shortLingerMs);
  request.on('data', onData).once('close', resolve).once('end', resolve);
  await promise;
  clearTimeout(late);
  request.off('data', onData).off('close', resolve).off('end', resolve);
}

function hasBody(request: FastifyRequest): boolean {
  return request.routeOptions.schema?.body !== undefined;
}

/** The place that `waitInTurn` gave the request. */
export function placeOf({ place }: FastifyRequest): ChangeSlot {
  if (place === undefined) throw new Error('A request that only reads has no body');
  return place;
}

/**
 * Reads a whole body.
 * @throws {ApiError} `bodyTooLarge` past the limit, `malformedHttp` if the sender gives up
 * @throws {Overloaded} if others need the room
 */
export function readWholeBody(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> {
  const { left } = placeOf(request);
  const mostBytes = request.routeOptions.bodyLimit;
  return new Promise((resolve, reject) => {
    const pieces = new BodyPieces();
    let size = 0;
    payload.on('data', onData);
    payload.on('end', onEnd);
    payload.on('error', onError);
    left.addEventListener('abort', onLeft);
    if (left.aborted) onLeft();

    function onData(chunk: Buffer): void {
      size += chunk.length;
      if (size <= mostBytes) pieces.add(chunk);
      else if (size > mostBytes + mostDiscardedBytes)
        settle(() => reject(new ApiError('bodyTooLarge')));
    }
    function onEnd(): void {
      settle(() =>
        size > mostBytes
          ? reject(new ApiError('bodyTooLarge'))
          : resolve(Buffer.concat(pieces.take())),
      );
    }
    function onError(cause: Error): void {
      settle(() => reject(new ApiError('malformedHttp', { cause })));
    }
    function onLeft(): void {
      settle(() => reject(new Overloaded('Too many bodies are in flight')));
    }
    function settle(outcome: () => void): void {
      payload.off('data', onData);
      payload.off('end', onEnd);
      left.removeEventListener('abort', onLeft);
      // The error listener stays, so that a sender that gives up now is no error.
      outcome();
    }
  });
}

/**
 * A JSON body, and its text.
 * @throws {ApiError} `malformedJson`
 */
export function parseJson(body: Buffer): { value: unknown; text: string } {
  if (body.length === 0) throw new ApiError('malformedJson', { sentence: 'The body is empty' });
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const value: unknown = JSON.parse(text);
    // The name may be written with escapes.
    if (text.includes('__proto__') || text.includes('\\u')) dropPrototypes(value);
    return { value, text };
  } catch (cause) {
    throw new ApiError('malformedJson', { cause });
  }
}

/**
 * Drops members called `__proto__`: copied onto another object they would replace its prototype. A function that
 * `JSON.parse` calls for each value would make it take fifty times as long.
 */
function dropPrototypes(value: unknown): void {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== 'object' || one === null) continue;
    if (Object.hasOwn(one, '__proto__')) Reflect.deleteProperty(one, '__proto__');
    for (const member of Object.values(one)) left.push(member);
  }
}
