import type { AccountRow } from '../database/tables.ts';
import type { Parts } from '../parts.ts';
import { keepNote } from './audit-rows.ts';
import { accountName } from './names.ts';

/** Parts that write rows. */
export type AuditParts = Pick<Parts, 'store' | 'clock' | 'log'>;

/** A session that has begun. */
interface Entered {
  account: Pick<AccountRow, 'id' | 'email'>;
  /** The endpoints of a guest that the account has taken over; absent if there was no guest. */
  mergedEndpoints?: number | undefined;
}

/**
 * Writes down that somebody has registered, logged in or taken a session over, and the guest that the account has taken over.
 * @param how of a log-in that is not by password: `single sign-on`
 */
export async function noteEntry(
  parts: AuditParts,
  action: 'account.register' | 'login' | 'session.take',
  { account, mergedEndpoints }: Entered,
  ipAddress: string,
  how?: string,
): Promise<void> {
  const by = accountName(account);
  const { id } = account;
  await keepNote(parts, { account: { id }, action, by, subject: how, ipAddress });
  if (mergedEndpoints === undefined) return;
  const subject = mergedEndpoints === 1 ? '1 endpoint' : `${mergedEndpoints} endpoints`;
  await keepNote(parts, { account: { id }, action: 'guest.merge', by, subject, ipAddress });
}

/**
 * Counts a log-in that was refused, for the account of this email. Nobody waits for it, or the time of the answer would tell whether
 * there is such an account.
 */
export function noteRefusedLogIn(parts: AuditParts, email: string, ipAddress: string): void {
  const by = 'unknown';
  void keepNote(parts, { account: { email }, action: 'login.failed', by, ipAddress });
}

/** Writes down that an identity has joined the account, which took its password, sessions and keys away. */
export async function noteJoined(
  parts: AuditParts,
  account: Pick<AccountRow, 'id' | 'email'>,
  issuer: string,
  ipAddress: string,
): Promise<void> {
  const by = accountName(account);
  const { id } = account;
  await keepNote(parts, {
    account: { id },
    action: 'identity.join',
    by,
    subject: issuer,
    ipAddress,
  });
}
