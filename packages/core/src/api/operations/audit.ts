import { Type } from 'typebox';
import { AuditEntry, AuditQuery } from '../audit.ts';
import { json, operationsOf, toNextPage } from './operation.ts';

export const auditOperations = operationsOf('Accounts', {
  listAudit: {
    summary: 'See who did what to the account',
    description:
      'Lists log-ins and changes, newest first, in pages: of the last 90 days, and at most 10,000. Guests have none.',
    credentials: 'session',
    leastRole: 'owner',
    querystring: AuditQuery,
    answers: { 200: json('The entries', Type.Array(AuditEntry), toNextPage) },
  },
});
