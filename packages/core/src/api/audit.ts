import { type Static, Type } from 'typebox';
import { json, operationsOf, toNextPage } from './operation.ts';
import { defaultPageSize, maximumPageSize } from './paging.ts';
import { DateTime, oneOf, optionalCount, optionalText } from './text.ts';

/** What may have been done to an account. */
export const auditActions = [
  'account.create',
  'account.register',
  'login',
  'login.failed',
  'logout',
  'session.take',
  'password.change',
  'identity.join',
  'identity.unlink',
  'guest.merge',
  'plan.change',
  'key.create',
  'key.delete',
  'endpoint.create',
  'endpoint.rename',
  'endpoint.delete',
  'endpoint.regenerate',
  'endpoint.move',
  'settings.change',
  'settings.delete',
  'contract.change',
  'contract.delete',
  'request.delete',
  'requests.clear',
  'share.create',
  'share.delete',
  'team.create',
  'team.rename',
  'team.delete',
  'invitation.create',
  'invitation.delete',
  'invitation.accept',
  'member.to-viewer',
  'member.to-member',
  'member.to-owner',
  'member.remove',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Something that was done to an account, or several alike of one minute. */
export const AuditEntry = Type.Object(
  {
    id: Type.Integer(),
    at: Type.Unsafe<string>({ ...DateTime, description: 'When it was done first' }),
    action: oneOf(auditActions, { description: 'What was done' }),
    by: Type.String({
      description:
        'Who did it: an email, `account 42` for whoever has none, `key CI (a1b2c) of ada@example.org`, `operator`, `payment provider`; `unknown` for failed log-ins',
    }),
    subject: optionalText(
      'What it was done to: `Shop (k3v9x0q2)`, an endpoint by its name and the beginning of its token; `CI (a1b2c)`, a key; a member by email; a plan',
    ),
    ipAddress: optionalText('From where; absent for operators and payments'),
    count: Type.Optional(
      Type.Integer({ minimum: 2, description: 'How many alike; absent for one' }),
    ),
  },
  {
    title: 'AuditEntry',
    examples: [
      {
        id: 17,
        at: '2026-03-01T12:00:00.000Z',
        action: 'endpoint.delete' as const,
        by: 'ada@example.org',
        subject: 'Shop (k3v9x0q2)',
        ipAddress: '203.0.113.9',
      },
    ],
  },
);
export type AuditEntry = Static<typeof AuditEntry>;

const AuditQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maximumPageSize,
      description: `The most entries; ${defaultPageSize} if it is not given`,
    }),
  ),
  before: optionalCount('Only entries with a lower id'),
});

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
