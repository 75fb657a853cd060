import { query } from '../postgres/connect.ts';

/** Who has what in a database with `filledDatabase`'s rows. */
export interface Filled {
  /** Has an account with 260 endpoints and most of the captures. */
  accountId: number;
  /** Of that account. */
  endpointIds: number[];
  /** A capture in the middle. */
  middle: number;
}

/**
 * Puts 120,000 captures into a database with a schema: five of six belong to an account with 260 endpoints, the
 * others to 40 accounts with one each. Around them are many accounts, endpoints, sessions and keys without any.
 */
export async function fillDatabase(url: string): Promise<Filled> {
  const fill = `
    insert into account (email, email_key, plan, status, created_at)
      select 'a' || n, 'a' || n, 'enterprise', 'active', 1 from generate_series(1, 10041) as n;
    insert into endpoint (account_id, token, created_at)
      select case when n <= 260 then 1 when n <= 300 then n - 258 else n - 258 end, 'token' || n, 1
      from generate_series(1, 10299) as n;
    insert into endpoint (account_id, token, created_at)
      select n, 'more' || n, 1 from generate_series(50, 10041) as n;
    insert into session (account_id, token_hash, created_at, renewed_at, expires_at)
      select n, 'hash' || n, 1, 1, 9e15 from generate_series(1, 10041) as n;
    insert into api_key (account_id, secret_hash, key_hint, name, tracking_uuid, tracking_id, created_at)
      select n, 'hash' || n, 'hint', 'name', 'uuid', '00000', 1 from generate_series(1, 10041) as n;
    insert into captured_request
      select nextval('captured_request_id'),
        case when n % 6 = 0 then 261 + n / 6 % 40 else 1 + (n * 7919 % 260) end,
        extract(epoch from now()) * 1000, 0, 'POST', '/wh/token', '[]', '127.0.0.1', 'a small body'
      from generate_series(1, 120000) as n;
    update endpoint set capture_count = held.captures, capture_bytes = held.captures * 23
      from (select endpoint_id, count(*) as captures from captured_request group by endpoint_id) as held
      where endpoint.id = held.endpoint_id;`;
  await query(url, fill);
  await query(url, 'vacuum analyze');
  const own = await query(url, 'select id from endpoint where account_id = 1 order by id');
  return { accountId: 1, endpointIds: own.map(({ id }) => Number(id)), middle: 60_000 };
}
