import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/contract';
import type { Parts } from '../parts.ts';
import { listPlans } from './plans.ts';

/** The plans, for whoever thinks about buying one. */
export function billingRoutes({ config }: Parts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.route({ ...operations.listPlans, handler: async () => listPlans(config) });
  };
}
