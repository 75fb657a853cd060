import { operations } from '@hookwell/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { Parts } from '../parts.ts';
import { describeApi } from './api-document.ts';

/** `GET /api/openapi.json`. The page for people at `/docs` is a part of the documentation. */
export function apiDescription({ addresses }: Pick<Parts, 'addresses'>): FastifyPluginAsync {
  // Made at the first request, and again if a tunnel gave or took the address of the receive URLs.
  let description: Buffer | undefined;
  let describedBase: string | undefined;
  return async (app) => {
    app.route({
      ...operations.getApiDescription,
      handler: async (_request, reply) => {
        const receiveBaseUrl = addresses.receiveBase;
        if (description === undefined || describedBase !== receiveBaseUrl) {
          description = Buffer.from(JSON.stringify(describeApi({ receiveBaseUrl })));
          describedBase = receiveBaseUrl;
        }
        return reply.type('application/json; charset=utf-8').send(description);
      },
    });
  };
}
