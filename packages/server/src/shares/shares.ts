import { maximumShares, type NewShare, type Share } from '@hookwell/core/api';
import type { Selectable } from 'kysely';
import { ApiError } from '../api-error.ts';
import { endpointName } from '../audit/public.ts';
import type { CapturePages, PageContent, Scope } from '../capture-log/capture-log.ts';
import type { StoredCapture } from '../capture-log/captures.ts';
import type { Database, EndpointRow, ShareTable } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { findOwnEndpoint } from '../endpoints/public.ts';
import { type Caller, lockSession } from '../http/caller.ts';
import { lockActedFor } from '../members/memberships.ts';
import type { Clock, Parts } from '../parts.ts';
import { createRandomSecret, hashSecret, isRandomSecret } from '../random-secret.ts';

type ShareRow = Selectable<ShareTable>;
/** A share with the token of its endpoint. */
export type ListedShare = ShareRow & Pick<EndpointRow, 'token'>;
/** The same with the version of its settings. */
export type LiveShare = ListedShare & Pick<EndpointRow, 'settings_version'>;

/** What a share is to show. */
export interface SharedThing {
  endpoint: EndpointRow;
  /** Absent if all of its requests are shown. */
  captureId: number | undefined;
}

type ShareMaker = Pick<Caller, 'account' | 'person' | 'credential'>;

const dayMs = 86_400_000;

/**
 * Finds what an account wants to show.
 * @throws {ApiError} `notFound` if the account has no such thing, `invalidInput` if not exactly one is named
 */
export async function findSharedThing(
  db: Database,
  captures: Pick<CapturePages, 'readOne'>,
  accountId: number,
  { request, endpoint: token }: NewShare,
): Promise<SharedThing> {
  if ((request === undefined) === (token === undefined))
    throw new ApiError('invalidInput', {
      sentence: 'Exactly one of request and endpoint must be there',
    });
  const capture = request === undefined ? undefined : await captures.readOne(accountId, request, 0);
  const endpoint =
    token === undefined
      ? await db
          .selectFrom('endpoint')
          .selectAll()
          .where('id', '=', capture?.endpointId ?? 0)
          .where('account_id', '=', accountId)
          .executeTakeFirst()
      : await findOwnEndpoint(db, accountId, token);
  if (endpoint === undefined) throw new ApiError('notFound');
  return { endpoint, captureId: capture?.id };
}

/**
 * Adds a share and returns it with its secret, which is stored nowhere. The limit is exact, even if several are added at once.
 * What has ended with its request takes no place.
 * @throws {ApiError} `shareLimit` at 100 shares, `notFound` if the endpoint is the account's no more, `unauthenticated`, `notFound` and
 * `roleTooLow` if the caller may not act for the account any more
 */
export async function createShare(
  store: Pick<Parts['store'], 'db' | 'captures'>,
  caller: ShareMaker,
  thing: SharedThing,
  asked: NewShare,
  clock: Clock,
): Promise<CreatedRow> {
  try {
    return await addShare(store.db, caller, thing, asked, clock);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'shareLimit')) throw error;
    const { ended } = await listShares(store, caller.account.id, clock());
    const ids = ended.map(({ id }) => id);
    if ((await deleteShares(store.db, caller.account.id, ids)) === 0) throw error;
    return await addShare(store.db, caller, thing, asked, clock);
  }
}

interface CreatedRow {
  share: ListedShare;
  secret: string;
}

async function addShare(
  db: Database,
  caller: ShareMaker,
  { endpoint, captureId }: SharedThing,
  { days, redact, fields = [] }: NewShare,
  clock: Clock,
): Promise<CreatedRow> {
  return await inTransaction(db, async (transaction) => {
    const { id: accountId } = await lockActedFor(transaction, caller, 'member');
    await lockSession(transaction, caller.credential.id);
    const now = clock();
    const { count } = await transaction
      .selectFrom('share')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('account_id', '=', accountId)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maximumShares) throw new ApiError('shareLimit');
    const { token } = endpoint;
    // It may have been moved or deleted since it was found.
    if ((await findOwnEndpoint(transaction, accountId, token)) === undefined)
      throw new ApiError('notFound');
    const secret = createRandomSecret();
    const share = await transaction
      .insertInto('share')
      .values({
        account_id: accountId,
        created_by: caller.person.id,
        secret_hash: hashSecret(secret),
        endpoint_id: endpoint.id,
        capture_id: captureId ?? null,
        redact,
        fields: JSON.stringify(fields),
        created_at: now,
        expires_at: now + days * dayMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { share: { ...share, token }, secret };
  });
}

function sharesOf(db: Database) {
  return (
    db
      .selectFrom('share')
      // A share ends where its endpoint becomes another account's.
      .innerJoin('endpoint', (join) =>
        join
          .onRef('endpoint.id', '=', 'share.endpoint_id')
          .onRef('endpoint.account_id', '=', 'share.account_id'),
      )
      .selectAll('share')
      .select('endpoint.token')
  );
}

/** The share of a secret, unless it has ended; that of one request may still be of a request that is gone. */
export async function findShare(
  db: Database,
  secret: string,
  now: number,
): Promise<LiveShare | undefined> {
  if (!isRandomSecret(secret)) return undefined;
  return await sharesOf(db)
    .select('endpoint.settings_version')
    .where('share.secret_hash', '=', hashSecret(secret))
    .where('share.expires_at', '>', now)
    .executeTakeFirst();
}

/** A head takes 32 KiB at most. */
const pageBytes = 256 * 1024;

/** The account's shares that have not ended, oldest first, and those whose one request is gone. */
export async function listShares(
  { db, captures }: Pick<Parts['store'], 'db' | 'captures'>,
  accountId: number,
  now: number,
): Promise<{ live: ListedShare[]; ended: ListedShare[] }> {
  const shares = await sharesOf(db)
    .where('share.account_id', '=', accountId)
    .where('share.expires_at', '>', now)
    .orderBy('share.id')
    .execute();
  const shown = new Set(shares.flatMap(({ capture_id }) => capture_id ?? []));
  const there = await idsOf(captures, accountId, [...shown]);
  const isLive = ({ capture_id }: ListedShare) => capture_id === null || there.has(capture_id);
  const { live = [], ended = [] } = Object.groupBy(shares, (share) =>
    isLive(share) ? 'live' : 'ended',
  );
  return { live, ended };
}

/** Those of the captures that the account has. */
async function idsOf(
  captures: Pick<CapturePages, 'readByIds'>,
  accountId: number,
  asked: readonly number[],
): Promise<Set<number>> {
  const found = new Set<number>();
  const content = { maxBytes: pageBytes, withBody: false };
  for await (const { id } of capturesById(captures, { accountId }, asked, content)) found.add(id);
  return found;
}

/** Reads these captures of a scope page by page, in their order; those that it has not are left out. */
export async function* capturesById(
  captures: Pick<CapturePages, 'readByIds'>,
  scope: Scope,
  ids: readonly number[],
  content: PageContent,
): AsyncGenerator<StoredCapture, void> {
  for (let rest = ids; rest.length > 0; ) {
    const page = await captures.readByIds(scope, rest, content);
    yield* page.captures;
    const last = page.captures.at(-1)?.id;
    if (!page.more || last === undefined) return;
    rest = rest.slice(rest.indexOf(last) + 1);
  }
}

/** A share of an account as the audit names it; undefined if there is none. */
export async function findShareName(
  db: Database,
  accountId: number,
  id: number,
): Promise<string | undefined> {
  const share = await sharesOf(db)
    .select('endpoint.badge_name')
    .where('share.account_id', '=', accountId)
    .where('share.id', '=', id)
    .executeTakeFirst();
  return share && shareName(share, share);
}

/** `share 12 of Shop (k3v9x0q2)`, `share 12 of request 345` */
export function shareName(
  { id, capture_id }: Pick<ShareRow, 'id' | 'capture_id'>,
  endpoint: Pick<EndpointRow, 'token' | 'badge_name'>,
): string {
  return `share ${id} of ${capture_id === null ? endpointName(endpoint) : `request ${capture_id}`}`;
}

/** Ends shares at once. Resolves with the number of those that the account had. */
export async function deleteShares(
  db: Database,
  accountId: number,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0;
  return await inTransaction(db, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('share')
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}

/** Removes shares whose time is over. Resolves with their number, at most `limit`. */
export async function removeExpiredShares(
  { store, clock }: Pick<Parts, 'store' | 'clock'>,
  limit: number,
): Promise<number> {
  const now = clock();
  const { numDeletedRows } = await store.db
    .deleteFrom('share')
    .where('id', 'in', (eb) =>
      eb.selectFrom('share').select('id').where('expires_at', '<=', now).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** A share as its owner sees it. */
export function toShare(row: ListedShare): Share {
  return {
    id: row.id,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    ...(row.capture_id === null ? { endpoint: row.token } : { request: row.capture_id }),
    redact: row.redact,
    fields: fieldsOf(row),
  };
}

export function fieldsOf({ fields }: Pick<ShareRow, 'fields'>): string[] {
  // `createShare` wrote this.
  return JSON.parse(fields) as string[];
}
