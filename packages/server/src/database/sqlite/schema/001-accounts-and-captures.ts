/**
 * `autoincrement` for ids that must never be used twice: a purge that is still under way for a deleted endpoint
 * would otherwise remove the captures of a new one.
 */
export const accountsAndCaptures = `
  create table account (
    id integer primary key autoincrement,
    email text,
    email_key text unique,
    password_hash text,
    plan text not null,
    status text not null,
    created_at integer not null
  ) strict;

  create table session (
    id integer primary key autoincrement,
    account_id integer not null references account (id) on delete cascade,
    token_hash text not null unique,
    created_at integer not null,
    renewed_at integer not null,
    expires_at integer not null
  ) strict;
  create index session_by_account on session (account_id);
  create index session_by_expiry on session (expires_at);

  create table api_key (
    id integer primary key autoincrement,
    account_id integer not null references account (id) on delete cascade,
    secret_hash text not null unique,
    key_hint text not null,
    name text not null,
    tracking_uuid text not null,
    tracking_id text not null,
    created_at integer not null,
    last_used_at integer,
    unique (account_id, tracking_id)
  ) strict;

  -- An account's endpoints are deleted by hand, together with their captures: no cascade, but none may be left.
  create table endpoint (
    id integer primary key autoincrement,
    account_id integer not null references account (id) deferrable initially deferred,
    token text not null unique,
    badge_name text,
    created_at integer not null,
    cleared_through integer not null default 0,
    capture_count integer not null default 0,
    capture_bytes integer not null default 0
  ) strict;
  create index endpoint_by_account on endpoint (account_id);

  create table purge (
    id integer primary key autoincrement,
    endpoint_id integer not null,
    through_id integer not null
  ) strict;

  create table auth_attempt (
    subject text primary key,
    started_at integer not null,
    attempts integer not null
  ) strict;
  create index auth_attempt_by_start on auth_attempt (started_at);

  -- Refers to no endpoint: deleting one with a million captures takes no longer than with none.
  -- The body comes last, so that reading the other columns does not walk through it.
  create table captured_request (
    id integer primary key,
    endpoint_id integer not null,
    received_at integer not null,
    method text not null,
    target text not null,
    headers text not null,
    dropped_headers integer not null,
    ip_address text not null,
    body blob not null
  ) strict;
  -- SQLite appends the row's id to every index entry: this is an index on (endpoint_id, id).
  create index captured_request_by_endpoint on captured_request (endpoint_id);

  -- One row. last_id is the highest id a capture ever had: it rises in the transaction that stores them.
  create table capture_log (
    only_row integer primary key check (only_row = 1),
    last_id integer not null,
    write_checks integer not null
  ) strict;
  insert into capture_log values (1, 0, 0);
  `;
