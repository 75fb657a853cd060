import { query } from '../postgres/connect.ts';

/** The ids of the rows that `fillDatabase` made. */
export interface Filled {
  /** An account with 260 endpoints and most of the captures. */
  accountId: number;
  /** Its endpoints with the most captures, a sixth of all captures each. */
  busy: readonly [number, number, number];
  /** The id of a capture of the first of these. */
  middle: number;
}

/**
 * Puts 120,000 captures into an empty database: five of six belong to one account with 260 endpoints, the others to 40
 * accounts. The captures of the first endpoint are answered, mostly two a delivery; those of the first two have kept X- headers,
 * and were answered by listeners. Around them are 10,000 accounts, each with a session, a key and endpoints.
 */
export async function fillDatabase(url: string): Promise<Filled> {
  await query(
    url,
    `insert into account (email, email_key, plan, status, created_at)
      select 'a' || n, 'a' || n, 'enterprise', 'active', 1 from generate_series(1, 10000) as n;
    insert into endpoint (account_id, token, created_at, capture_count)
      select 1, 'own' || n, 1, 1 from generate_series(1, 260) as n;
    insert into endpoint (account_id, token, created_at, capture_count)
      select 1 + n % 9999, 'other' || n, 1, 1 from generate_series(1, 20000) as n where n % 9999 > 0;
    insert into session (account_id, token_hash, created_at, renewed_at, expires_at)
      select n, 'hash' || n, 1, 1, 9e15 from generate_series(1, 10000) as n;
    insert into api_key
        (account_id, secret_hash, key_hint, name, tracking_uuid, tracking_id, created_at)
      select n, 'hash' || n, 'hint', 'name', 'uuid', '00000', 1 from generate_series(1, 10000) as n;
    insert into former_plan select n, 'free', 1 from generate_series(1, 10000) as n;
    insert into captured_request
      select nextval('captured_request_id'),
        case when n % 6 = 0 then 261 + n / 6 % 40 when n % 6 <= 3 then n % 6 else 4 + n / 6 % 257 end,
        extract(epoch from now()) * 1000, 0, 'POST', '/wh/token', '[]', '127.0.0.1', 'small'
      from generate_series(1, 120000) as n;
    update endpoint set settings_version = 1 where id = 1;
    insert into capture_answer (capture_id, endpoint_id, delivery, attempt, answer, body_hash, first_id)
      select id, 1, 'delivery ' || id / 12, id / 6 % 2 + 1, '500', repeat('b', 64), min(id) over (partition by id / 12)
      from captured_request where endpoint_id = 1;
    insert into listener_answer (capture_id, node, waits_until, answer)
      select id, 'gone', 1, '200' from captured_request where endpoint_id in (1, 2);
    insert into delivery
      select 1, delivery, count(*), min(capture_id), max(capture_id) from capture_answer group by delivery;
    insert into capture_kept_headers
      select id, '[0,"X-A","1"]' from captured_request where endpoint_id in (1, 2);
    insert into capture_contract
      select id, 'holds', '{"verdict":"holds"}' from captured_request where endpoint_id in (1, 2);
    update endpoint set capture_count = held.captures, capture_bytes = held.captures * 16
      from (select endpoint_id, count(*) as captures from captured_request group by endpoint_id) as held
      where endpoint.id = held.endpoint_id`,
  );
  await query(url, 'vacuum analyze');
  return { accountId: 1, busy: [1, 2, 3], middle: 60_001 };
}
