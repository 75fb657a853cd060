import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { type Operation, operations, receivePaymentEvent } from '@hookwell/core/api';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { pino } from 'pino';
import { AccountChanges } from '../../src/database/account-changes.ts';
import { apiDescription } from '../../src/http/api-document.ts';
import { allowOtherOrigins } from '../../src/http/cors.ts';
import {
  frameworkErrors,
  registerErrorHandling,
  registerMethodNotAllowed,
} from '../../src/http/error-handling.ts';
import { mostApiBodyBytes, registerRequestBodies } from '../../src/http/request-body.ts';
import { validatorCompiler } from '../../src/http/validation.ts';
import { waitInTurn } from '../../src/http/waiting-changes.ts';
import { fairParts } from '../fair-parts.ts';

const addresses = { base: 'http://localhost:8080', receiveBase: 'https://in.example.org' };

export interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * A listening server with every operation of the contract, whose handlers answer with their input:
 * `{params, query, body}`. An operation in `failing` throws that error instead.
 */
export async function startContractApp({
  failing = {},
}: {
  failing?: Record<string, unknown>;
} = {}) {
  const logged: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const loggerInstance: FastifyBaseLogger = pino(destination);
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: mostApiBodyBytes,
    frameworkErrors,
  });
  app.setValidatorCompiler(validatorCompiler);
  registerErrorHandling(app);
  registerMethodNotAllowed(app);
  allowOtherOrigins(app);
  const parts = fairParts();
  waitInTurn(
    app,
    { ...parts, store: { changes: new AccountChanges(async () => {}) } },
    () => '127.0.0.1',
  );
  registerRequestBodies(app);
  await app.register(apiDescription({ addresses }));

  const { getApiDescription: _, ...served } = operations;
  const listed: Operation[] = [...Object.values(served), receivePaymentEvent];
  for (const operation of listed) {
    app.route({
      ...operation,
      handler: async ({ params, query, body }, reply) => {
        if (operation.schema.operationId in failing) throw failing[operation.schema.operationId];
        return reply.type('application/json').send(JSON.stringify({ params, query, body }));
      },
    });
  }
  await app.listen({ host: '127.0.0.1', port: 0 });
  logged.length = 0;
  // A listening TCP server has an address with a port.
  const { port } = app.server.address() as AddressInfo;

  return {
    logged,
    /** Sends exactly this request, a body with a GET included, which `fetch` would refuse. */
    async send({ method, path, headers = {}, body }: Sent): Promise<Answered> {
      const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false });
      if (body !== undefined && headers['transfer-encoding'] === undefined) {
        request.setHeader('content-length', Buffer.byteLength(body));
      }
      request.end(body);
      const [response] = await once(request, 'response');
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(piece);
      return {
        status: response.statusCode,
        headers: response.headers,
        text: Buffer.concat(pieces).toString(),
      };
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
}

/** A JSON body with its header. */
export function json(value: unknown): { headers: Record<string, string>; body: string } {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** Expects a failure: this status and this sentence, in the one shape that failures have. */
export function failure(status: number, error: string) {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    text: JSON.stringify({ error }),
  };
}
