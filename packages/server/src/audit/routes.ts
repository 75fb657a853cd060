import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageSize, type OperationConfig, operations } from '@hookwell/core/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isGuest } from '../account-kind.ts';
import type { ClientAddress } from '../connections/client-address.ts';
import { callerOf } from '../http/caller.ts';
import { nextLink } from '../http/header-values.ts';
import type { Parts } from '../parts.ts';
import { keepNote, listNotes, toEntry } from './audit-rows.ts';
import { findCallerName } from './names.ts';
import { type AuditedCall, subjects, type Told } from './subjects.ts';

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

/** A call of which a row is written if it succeeds. */
interface Pending {
  audit: NonNullable<OperationConfig['audit']>;
  call: AuditedCall;
  by: string;
  told: Told;
  /** The body of the answer, before it is written as text. */
  answer: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    auditPending: Pending | undefined;
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
  app.decorateRequest('auditPending', undefined);

  app.addHook('preHandler', async (request) => {
    const { caller, routeOptions } = request;
    const { audit } = routeOptions.config;
    if (audit === undefined || caller === undefined || isGuest(caller.account)) return;
    const { db } = parts.store;
    const call = { db, caller, params: Object(request.params), body: Object(request.body) };
    const subject = audit.subject && subjects[audit.subject];
    if (subject?.changes?.(call) === false) return;
    const by = await findCallerName(db, caller);
    const told = (await subject?.before?.(call)) ?? {};
    request.auditPending = { audit, call, by, told, answer: undefined };
  });

  app.addHook('preSerialization', async ({ auditPending }: FastifyRequest, _reply, answer) => {
    if (auditPending !== undefined) auditPending.answer = answer;
    return answer;
  });

  app.addHook('onSend', async (request, reply) => {
    const pending = request.auditPending;
    request.auditPending = undefined;
    if (pending === undefined || reply.statusCode >= 400) return;
    const { audit, call, by, answer } = pending;
    const after =
      audit.subject && subjects[audit.subject].after?.(Object(answer), call, pending.told);
    const told = { ...pending.told, ...after };
    const { accountIds = [call.caller.account.id], action = audit.action, subject } = told;
    const ipAddress = clientAddress(request.raw);
    for (const id of accountIds) {
      await keepNote(parts, { account: { id }, action, by, subject, ipAddress });
    }
  });
}
