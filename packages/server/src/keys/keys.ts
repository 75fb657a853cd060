import { randomUUIDv7 } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { leastRoleOfParts, maximumApiKeys } from '@hookwell/core/api';
import { sql } from 'kysely';
import { kindOf } from '../account-kind.ts';
import { ApiError } from '../api-error.ts';
import { keyName } from '../audit/public.ts';
import { allowsApiUse } from '../billing/public.ts';
import type { AccountRow, ApiKeyRow, Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Caller, lockSession } from '../http/caller.ts';
import { isLower, lockActedFor } from '../members/memberships.ts';
import type { Clock, Parts } from '../parts.ts';
import { base62, hashSecret, randomBase62 } from '../random-secret.ts';

const prefix = 'wh-';
/** 178 bits. */
const randomCharacters = 30;
/** 32 bits in base62. */
const checksumCharacters = 6;
const pattern = /^wh-([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** A new key: `wh-`, 30 random characters, and 6 characters of their checksum. */
export function createSecret(): string {
  const random = randomBase62(randomCharacters);
  return prefix + random + checksum(random);
}

/** Whether a text can be a key: its form and checksum are right. Mistyped keys fail here, without a look-up. */
export function isWellFormedSecret(text: string): boolean {
  const [, random, sum] = pattern.exec(text) ?? [];
  return random !== undefined && checksum(random) === sum;
}

/** `wh-`, the first four characters, `…`, the last four. */
export function hintOf(secret: string): string {
  return `${secret.slice(0, prefix.length + 4)}…${secret.slice(-4)}`;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < checksumCharacters; i++) {
    digits = base62[rest % base62.length] + digits;
    rest = Math.floor(rest / base62.length);
  }
  return digits;
}

/** Operators have no session. */
type KeyMaker = Pick<Caller, 'account' | 'person'> & Partial<Pick<Caller, 'credential'>>;
type KeyReader = Pick<Caller, 'account' | 'person' | 'role'>;

/**
 * Adds a key and returns it with its secret, which is stored nowhere. The limit is exact, even if several are
 * added at once.
 * @param also is part of the same transaction
 * @throws {ApiError} `planTooLow` below Plus, `apiKeyLimit` at 20 keys
 */
export async function createApiKey(
  db: Database,
  caller: KeyMaker,
  name: string,
  clock: Clock,
  also?: (transaction: Transaction, apiKey: ApiKeyRow) => Promise<void>,
): Promise<{ apiKey: ApiKeyRow; secret: string }> {
  return await inTransaction(db, async (transaction) => {
    const account = await lockActedFor(transaction, caller, 'member');
    if (caller.credential !== undefined) await lockSession(transaction, caller.credential.id);
    const key = { name, secret: createSecret(), maker: makerOf(caller) };
    const apiKey = await insertApiKey(transaction, account, key, clock);
    await also?.(transaction, apiKey);
    return { apiKey, secret: key.secret };
  });
}

/** Who makes a key in a team; null in one's own account. */
function makerOf({ account, person }: KeyMaker): number | null {
  return account.id === person.id ? null : person.id;
}

/** Adds a key to a locked account, under the rules of `createApiKey`. */
async function insertApiKey(
  transaction: Transaction,
  account: AccountRow,
  { name, secret, maker = null }: { name: string; secret: string; maker?: number | null },
  clock: Clock,
): Promise<ApiKeyRow> {
  if (!allowsApiUse(account)) throw new ApiError('planTooLow');
  const taken = await transaction
    .selectFrom('api_key')
    .select('tracking_id')
    .where('account_id', '=', account.id)
    .execute();
  if (taken.length >= maximumApiKeys) throw new ApiError('apiKeyLimit');
  return await transaction
    .insertInto('api_key')
    .values({
      account_id: account.id,
      secret_hash: hashSecret(secret),
      key_hint: hintOf(secret),
      name,
      ...drawTrackingId(new Set(taken.map((row) => row.tracking_id))),
      // The clock is read under the lock, so that the times of two keys have their order.
      created_at: clock(),
      last_used_at: null,
      created_by: maker,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Makes sure that a locked account has the key with this secret under this name. The secret is well formed.
 * @throws {ApiError} `planTooLow` and `apiKeyLimit` as `createApiKey` does, `invalidInput` if it is another account's key
 */
export async function keepApiKey(
  transaction: Transaction,
  account: AccountRow,
  key: { name: string; secret: string },
  clock: Clock,
): Promise<void> {
  const found = await transaction
    .selectFrom('api_key')
    .select(['id', 'account_id', 'name'])
    .where('secret_hash', '=', hashSecret(key.secret))
    .executeTakeFirst();
  if (found === undefined) {
    await insertApiKey(transaction, account, key, clock);
  } else if (found.account_id !== account.id) {
    throw new ApiError('invalidInput', { sentence: 'This key belongs to another account' });
  } else if (found.name !== key.name) {
    await transaction
      .updateTable('api_key')
      .set({ name: key.name })
      .where('id', '=', found.id)
      .execute();
  }
}

/** The account's keys, oldest first by their times; of a team those of the caller, and all of them for an owner. */
export async function listApiKeys(db: Database, caller: KeyReader): Promise<ApiKeyRow[]> {
  return await db
    .selectFrom('api_key')
    .selectAll()
    .where(visibleTo(caller))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

function visibleTo({ account, person, role }: KeyReader) {
  const ofAccount = sql<boolean>`api_key.account_id = ${account.id}`;
  return isLower(role, leastRoleOfParts.keysOfOthers)
    ? sql<boolean>`${ofAccount} and api_key.created_by = ${person.id}`
    : ofAccount;
}

/** Ends a key at once and returns it; undefined if the caller sees none of this tracking id. */
export async function deleteApiKey(
  db: Database,
  caller: KeyReader,
  trackingId: string,
): Promise<ApiKeyRow | undefined> {
  return await inTransaction(db, async (transaction) => {
    return await transaction
      .deleteFrom('api_key')
      .where(visibleTo(caller))
      .where('tracking_id', '=', trackingId)
      .returningAll()
      .executeTakeFirst();
  });
}

/** Ends every key of the account. Part of a larger transaction. */
export async function deleteApiKeysOf(transaction: Transaction, accountId: number): Promise<void> {
  await transaction.deleteFrom('api_key').where('account_id', '=', accountId).execute();
}

/**
 * A UUIDv7 (RFC 9562) and its last five hex digits, by which the owner names the key: twenty random
 * bits, drawn again if another key of the account has them.
 */
export function drawTrackingId(
  taken: ReadonlySet<string>,
  draw: () => string = randomUUIDv7,
): Pick<ApiKeyRow, 'tracking_uuid' | 'tracking_id'> {
  for (;;) {
    const uuid = draw();
    const trackingId = uuid.slice(-5);
    if (!taken.has(trackingId)) return { tracking_uuid: uuid, tracking_id: trackingId };
  }
}

/** The use of a key is written down so often at most. */
const noteIntervalMs = 60_000;

/**
 * The caller that an API key names; undefined if there is no such key.
 * @throws {ApiError} `planTooLow` if the plan of the key's account does not allow keys
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
    .select(['api_key.name as key_name', 'api_key.tracking_id'])
    .select(['maker.id as maker_id', 'maker.email as maker_email', 'maker.kind as maker_kind'])
    .executeTakeFirst();
  if (row === undefined) return undefined;

  const { key_id, last_used_at, key_name, tracking_id, role, ...others } = row;
  const { maker_id, maker_email, maker_kind, ...account } = others;
  const maker = maker_id !== null && { id: maker_id, email: maker_email, kind: maker_kind };
  const isOfTeam = kindOf(account) === 'team';
  if (isOfTeam && (role === null || !maker)) return undefined;
  if (!allowsApiUse(account)) throw new ApiError('planTooLow');
  const now = parts.clock();
  if (last_used_at === null || now - last_used_at >= noteIntervalMs) {
    noteUse(parts, key_id, now);
  }
  const name = keyName({ name: key_name, tracking_id });
  const credential = { kind: 'key', id: key_id, keyName: name } as const;
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
