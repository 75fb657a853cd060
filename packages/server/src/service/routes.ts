import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/core/api';
import packageJson from '../../../../package.json' with { type: 'json' };
import { listPlans } from '../billing/public.ts';
import type { Parts } from '../parts.ts';

/** Tells anyone the address, the plans, the version and the ways to log in of this service. */
export function serviceRoutes({ config, addresses }: Parts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.route({
      ...operations.getService,
      handler: async () => ({
        receiveBaseUrl: addresses.receiveBase,
        plans: listPlans(config),
        sellsPlans: config.sellsPlans,
        version: packageJson.version,
        xHeaders: config.xHeaders,
        login: { password: config.passwordLogin, oidc: config.oidc !== undefined },
      }),
    });
  };
}
