import { kindOf } from '../account-kind.ts';
import { allowsApiUse } from '../billing/public.ts';
import type { Caller } from '../http/caller.ts';
import type { Parts } from '../parts.ts';
import { hashSecret } from '../random-secret.ts';
import { Refusal } from '../refusal.ts';
import { isWellFormedSecret } from './keys.ts';

/** The use of a key is written down so often at most. */
const noteIntervalMs = 60_000;

/**
 * The caller that an API key names; undefined if there is no such key.
 * @throws {Refusal} `planTooLow` if the plan of the key's account does not allow keys
 */
export async function authenticateKey(parts: Parts, secret: string): Promise<Caller | undefined> {
  if (!isWellFormedSecret(secret)) return undefined;
  const row = await parts.store.db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .where('api_key.secret_hash', '=', hashSecret(secret))
    // The key of a team acts with the role that its maker has now.
    .leftJoin('member', (join) =>
      join
        .onRef('member.team_id', '=', 'api_key.account_id')
        .onRef('member.account_id', '=', 'api_key.created_by'),
    )
    .leftJoin('account as maker', 'maker.id', 'member.account_id')
    .selectAll('account')
    .select(['api_key.id as key_id', 'api_key.last_used_at', 'member.role'])
    .select(['maker.id as maker_id', 'maker.email as maker_email', 'maker.kind as maker_kind'])
    .executeTakeFirst();
  if (row === undefined) return undefined;

  const { key_id, last_used_at, role, maker_id, maker_email, maker_kind, ...account } = row;
  const maker = maker_id !== null && { id: maker_id, email: maker_email, kind: maker_kind };
  const isOfTeam = kindOf(account) === 'team';
  if (isOfTeam && (role === null || !maker)) return undefined;
  if (!allowsApiUse(account)) throw new Refusal('planTooLow');
  const now = parts.clock();
  if (last_used_at === null || now - last_used_at >= noteIntervalMs) {
    noteUse(parts, key_id, now);
  }
  const credential = { kind: 'key', id: key_id } as const;
  return { account, credential, person: maker || account, role: role ?? 'owner' };
}

/** Writes down the use of a key. The request does not wait for it; if it fails, the next use is written. */
function noteUse({ store, log }: Parts, keyId: number, now: number): void {
  store.db
    .updateTable('api_key')
    .set({ last_used_at: now })
    .where('id', '=', keyId)
    .where((eb) =>
      eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', now - noteIntervalMs)]),
    )
    .execute()
    .catch((error: unknown) => {
      log.warn({ err: error }, 'The use of an API key could not be noted');
    });
}
