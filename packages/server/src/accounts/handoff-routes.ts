import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/core/api';
import { noteEntry } from '../audit/public.ts';
import { createClientAddress } from '../connections/client-address.ts';
import { callerOf } from '../http/caller.ts';
import type { Parts } from '../parts.ts';
import { AttemptLimit } from './attempt-limit.ts';
import { readSessionCookie, sendSessionCookie } from './authenticate-session.ts';
import { createHandoff, lookAtHandoff, takeHandoff } from './handoffs.ts';
import { toPrincipal } from './own-account.ts';

/** The ways of a session from the page into the terminal, and back. */
export function handoffRoutes(parts: Parts): FastifyPluginAsyncTypebox {
  const { config, store, clock, log, addresses } = parts;
  const attempts = new AttemptLimit(store.db, clock, config);
  const clientAddress = createClientAddress(config, log, addresses);

  return async (app) => {
    app.route({
      ...operations.createHandoff,
      handler: async (request, reply) => {
        await attempts.countAddress(clientAddress(request.raw));
        const { account, credential } = callerOf(request);
        const names = { accountId: account.id, sessionId: credential.id };
        const { code, expiresAt } = await createHandoff(store.db, names, clock());
        return reply.code(201).send({ code, expiresAt: new Date(expiresAt).toISOString() });
      },
    });

    app.route({
      ...operations.lookAtHandoff,
      handler: async (request) => {
        await attempts.countAddress(clientAddress(request.raw));
        const account = await lookAtHandoff(store.db, request.body.code, clock());
        return toPrincipal({ account, role: 'owner' });
      },
    });

    app.route({
      ...operations.takeHandoff,
      handler: async (request, reply) => {
        const address = clientAddress(request.raw);
        await attempts.countAddress(address);
        const former = readSessionCookie(request, addresses);
        const now = clock();
        const session = await takeHandoff(store.db, config, request.body, former, now);
        const { account, value, expiresAt } = session;
        await noteEntry(parts, 'session.take', session, address);
        store.changes.tell(account.id);
        sendSessionCookie(reply, addresses, value, expiresAt - now);
        return toPrincipal({ account, role: 'owner' });
      },
    });
  };
}
