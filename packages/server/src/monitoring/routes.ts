import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/core/api';
import type { ClientAddress } from '../connections/client-address.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';
import { createMetricsAccess } from './metrics-access.ts';
import { createReadiness, notReady } from './readiness.ts';

/** Tells whether the process lives and whether it can store, and gives its figures. */
export function monitoringRoutes(
  parts: Parts,
  clientAddress: ClientAddress,
): FastifyPluginAsyncTypebox {
  const checkReady = createReadiness(parts);
  const maySeeMetrics = createMetricsAccess(parts.config, clientAddress);
  parts.metrics.storeShare.read = () => parts.store.usedShare();
  return async (app) => {
    app.route({ ...operations.getHealth, handler: async () => ({ status: 'ok' as const }) });

    app.route({
      ...operations.getReadiness,
      handler: async ({ query }) => {
        const status = await checkReady();
        if (status === 'full' && query.full !== 'ok') throw notReady();
        return { status };
      },
    });

    app.route({
      ...operations.getMetrics,
      handler: async (request, reply) => {
        // To all others this route looks like one that does not exist.
        if (!maySeeMetrics(request.raw)) throw new Refusal('notFound');
        return reply
          .type(parts.metrics.registry.contentType)
          .header('cache-control', 'no-store')
          .send(await parts.metrics.registry.metrics());
      },
    });
  };
}
