import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/contract';
import { ApiError } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';
import { createReadiness } from './readiness.ts';

/** Whether the process lives, whether it can store, and its figures. */
export function monitoringRoutes(
  parts: Parts,
  clientAddress: (request: IncomingMessage) => string,
): FastifyPluginAsyncTypebox {
  const checkReady = createReadiness(parts);
  return async (app) => {
    app.route({ ...operations.getHealth, handler: async () => ({ status: 'ok' as const }) });

    app.route({
      ...operations.getReadiness,
      handler: async () => {
        await checkReady();
        return { status: 'ready' as const };
      },
    });

    app.route({
      ...operations.getMetrics,
      handler: async (request, reply) => {
        // To everybody else this route looks like any that does not exist.
        if (!isAllowed(request.raw)) throw new ApiError('notFound');
        return reply
          .type(parts.metrics.registry.contentType)
          .send(await parts.metrics.registry.metrics());
      },
    });
  };

  function isAllowed(request: IncomingMessage): boolean {
    if (isLoopback(clientAddress(request))) return true;
    const token = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const expected = parts.config.metricsToken;
    return token !== undefined && expected !== undefined && sameSecret(token, expected);
  }
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Compares hashes, so that neither content nor length shows in the time it takes. */
function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
