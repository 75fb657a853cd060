import { leastRoleOfParts, type Principal } from '@hookwell/contract';
import { isGuest } from '../account-kind.ts';
import { planOf } from '../billing/public.ts';
import type { AccountRow } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { isLower } from '../members/memberships.ts';

/** The account as the caller sees it. An account that never paid has no fields of a subscription. */
export function toPrincipal({ account, role }: Pick<Caller, 'account' | 'role'>): Principal {
  return {
    id: account.id,
    ...(account.email === null ? {} : { email: account.email }),
    isGuest: isGuest(account),
    plan: planOf(account),
    ...(isLower(role, leastRoleOfParts.payments) ? {} : subscriptionOf(account)),
    status: account.status,
  };
}

function subscriptionOf(account: AccountRow): Partial<Principal> {
  return {
    ...present('subscriptionId', account.subscription_id),
    ...present('price', account.price),
    ...present('currency', account.currency),
    ...present('dateStart', dateTime(account.date_start)),
    ...present('dateEnd', dateTime(account.date_end)),
    ...present('datePurchase', dateTime(account.date_purchase)),
  };
}

/** An object with the field, or without it if it has no value. */
function present<Name extends keyof Principal>(
  name: Name,
  value: string | null,
): { [Key in Name]?: string } {
  // The compiler takes a computed name for any string.
  return value === null ? {} : ({ [name]: value } as { [Key in Name]?: string });
}

function dateTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
