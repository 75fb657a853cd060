import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageSize, type OperationConfig, operations } from '@hookwell/core/api';
import type { FastifyInstance } from 'fastify';
import { isGuest } from '../account-kind.ts';
import type { ClientAddress } from '../connections/client-address.ts';
import { callerOf } from '../http/caller.ts';
import { nextLink } from '../http/header-values.ts';
import type { Parts } from '../parts.ts';
import { keepNote, listNotes, toEntry } from './rows.ts';
import { type AuditedCall, callerName, subjects, type Told } from './subjects.ts';

/** Who did what to an account. */
export function auditRoutes({ store, addresses }: Parts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.route({
      ...operations.listAudit,
      handler: async (request, reply) => {
        const { limit = defaultPageSize, before } = request.query;
        const accountId = callerOf(request).account.id;
        const rows = await listNotes(store.db, { accountId, limit: limit + 1, before });
        const page = rows.slice(0, limit);
        const oldest = page.at(-1)?.id;
        if (rows.length > limit && oldest !== undefined) {
          reply.header('link', nextLink(`${addresses.base}/api/audit`, request.query, oldest));
        }
        return page.map(toEntry);
      },
    });
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** A call of which a row is written if it succeeds. */
    audited:
      | { audit: NonNullable<OperationConfig['audit']>; call: AuditedCall; told: Told }
      | undefined;
  }
}

/**
 * Writes a row for each operation of a caller that changes something, after it has succeeded and before the answer is sent: whoever
 * has the answer finds the row. To be called before `waitInTurn`, so that the caller's turn includes the row: nobody can write more of
 * them than changes have turns. Guests have no rows, and pay nothing.
 */
export function auditChanges(
  app: FastifyInstance,
  parts: Pick<Parts, 'store' | 'clock' | 'log'>,
  clientAddress: ClientAddress,
): void {
  app.decorateRequest('audited', undefined);

  app.addHook('preHandler', async (request) => {
    const { caller, routeOptions } = request;
    const { audit } = routeOptions.config;
    if (audit === undefined || caller === undefined || isGuest(caller.account)) return;
    const { db } = parts.store;
    const call = { db, caller, params: Object(request.params), body: Object(request.body) };
    const before = audit.subject && subjects[audit.subject].before;
    const told = before === undefined ? {} : await before(call);
    if (told !== undefined) request.audited = { audit, call, told };
  });

  // The answer is not text yet.
  app.addHook('preSerialization', async ({ audited }, { statusCode }, answer) => {
    const after = audited?.audit.subject && subjects[audited.audit.subject].after;
    if (audited !== undefined && after !== undefined && statusCode < 400) {
      Object.assign(audited.told, after(Object(answer), audited.call, audited.told));
    }
    return answer;
  });

  app.addHook('onSend', async (request, reply) => {
    const { audited } = request;
    request.audited = undefined;
    if (audited === undefined || reply.statusCode >= 400) return;
    const { caller } = audited.call;
    const {
      accountIds = [caller.account.id],
      action = audited.audit.action,
      subject,
    } = audited.told;
    const ipAddress = clientAddress(request.raw);
    for (const id of accountIds) {
      await keepNote(parts, {
        account: { id },
        action,
        by: callerName(caller),
        subject,
        ipAddress,
      });
    }
  });
}
