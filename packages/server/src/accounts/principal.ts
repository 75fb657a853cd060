import type { Principal } from '@hookwell/contract';
import type { Selectable } from 'kysely';
import { planOf } from '../billing/public.ts';
import type { AccountTable } from '../database/tables.ts';
import { isGuest } from './sessions.ts';

/** The account as its owner sees it. An account that never paid has none of the subscription's fields. */
export function toPrincipal(account: Selectable<AccountTable>): Principal {
  return {
    id: account.id,
    ...(account.email === null ? {} : { email: account.email }),
    isGuest: isGuest(account),
    plan: planOf(account),
    status: account.status,
  };
}
