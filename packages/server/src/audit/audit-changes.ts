import type { OperationConfig } from '@hookwell/core/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isGuest } from '../account-kind.ts';
import type { ClientAddress } from '../connections/client-address.ts';
import type { Parts } from '../parts.ts';
import { keepNote } from './keep-note.ts';
import { findCallerName } from './names.ts';
import { type AuditedCall, subjects, type Told } from './subjects.ts';

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
