import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/core/api';
import { callerOf } from '../http/caller.ts';
import type { Parts } from '../parts.ts';
import { offersFor } from './plans.ts';
import { paymentWebhook } from './webhook.ts';

/** The plans on offer, and the events of the payment provider. */
export function billingRoutes(parts: Parts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.route({
      ...operations.listPlans,
      handler: async (request) => offersFor(parts.config, callerOf(request)),
    });
    await app.register(paymentWebhook(parts));
  };
}
