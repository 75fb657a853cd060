/**
 * The first schema. Columns are described in `tables.ts`. Tables come after those that they refer to: `migrate-store` copies them in
 * this order. `autoincrement` is for ids that must never be used twice: a purge that is still under way for a deleted endpoint would
 * otherwise remove the captures of a new one.
 */
const initialSchema = `
  create table account (
    id integer primary key autoincrement,
    email text,
    email_key text unique,
    password_hash text,
    plan text not null,
    status text not null,
    created_at integer not null,
    own_plan text,
    subscription_id text,
    price text,
    currency text,
    date_start integer,
    date_end integer,
    date_purchase integer,
    guest_network text,
    kind text,
    name text,
    founder_id integer
  ) strict;
  create index account_of_guest on account (guest_network) where email is null;

  create table session (
    id integer primary key autoincrement,
    account_id integer not null references account (id) on delete cascade,
    token_hash text not null unique,
    created_at integer not null,
    renewed_at integer not null,
    expires_at integer not null,
    ends_at integer
  ) strict;
  create index session_by_account on session (account_id);
  create index session_by_expiry on session (expires_at);

  create table handoff (
    code_hash text primary key,
    session_id integer not null references session (id) on delete cascade,
    expires_at integer not null
  ) strict;
  create index handoff_by_session on handoff (session_id);
  create index handoff_by_expiry on handoff (expires_at);

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
    created_by integer,
    unique (account_id, tracking_id)
  ) strict;

  create table member (
    team_id integer not null references account (id) on delete cascade,
    account_id integer not null references account (id) on delete cascade,
    role text not null,
    joined_at integer not null,
    primary key (team_id, account_id)
  ) strict;
  create index member_by_account on member (account_id);

  create table invitation (
    id integer primary key autoincrement,
    team_id integer not null references account (id) on delete cascade,
    role text not null,
    secret_hash text not null unique,
    created_by integer not null,
    created_at integer not null,
    expires_at integer not null
  ) strict;
  create index invitation_by_team on invitation (team_id);
  create index invitation_by_expiry on invitation (expires_at);

  create table identity (
    issuer text not null,
    subject text not null,
    account_id integer not null references account (id) on delete cascade,
    created_at integer not null,
    primary key (issuer, subject)
  ) strict;
  create index identity_by_account on identity (account_id);

  create table auth_attempt (
    subject text primary key,
    started_at integer not null,
    attempts integer not null
  ) strict;
  create index auth_attempt_by_start on auth_attempt (started_at);

  create table audit (
    id integer primary key autoincrement,
    account_id integer not null references account (id) on delete cascade,
    at integer not null,
    action text not null,
    actor text not null,
    subject text,
    ip_address text,
    kind text not null,
    count integer not null
  ) strict;
  create index audit_by_account on audit (account_id, id);
  create index audit_by_time on audit (at, account_id);
  create unique index audit_by_kind on audit (account_id, kind);

  create table subscription (
    id text primary key,
    account_id integer references account (id) on delete set null,
    forgotten_at integer
  ) strict;
  create index subscription_by_account on subscription (account_id);

  create table payment_event (
    id text primary key,
    type text not null,
    created_at integer not null,
    received_at integer not null,
    subscription_id text references subscription (id),
    account_id integer references account (id) on delete cascade,
    client_reference integer,
    email_key text,
    payload text not null
  ) strict;
  create index payment_event_by_subscription on payment_event (subscription_id);
  create index payment_event_by_account on payment_event (account_id) where account_id is not null;
  create index payment_event_by_reference on payment_event (client_reference)
    where client_reference is not null;
  create index payment_event_by_email on payment_event (email_key) where email_key is not null;

  create table merged_guest (
    guest_id integer primary key,
    account_id integer not null references account (id) on delete cascade
  ) strict;
  create index merged_guest_by_account on merged_guest (account_id);

  create table former_plan (
    account_id integer not null references account (id) on delete cascade,
    plan text not null,
    ended_at integer not null,
    primary key (account_id, plan)
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
    capture_bytes integer not null default 0,
    counted_after integer,
    settings_version integer not null default 0,
    refusals_cleared_at integer not null default 0,
    moved_at integer
  ) strict;
  create index endpoint_by_account on endpoint (account_id);

  create table endpoint_settings (
    endpoint_id integer primary key references endpoint (id) on delete cascade,
    version integer not null,
    counted_since integer not null,
    hash_key text not null,
    document text not null,
    secrets text
  ) strict;

  create table endpoint_contract (
    endpoint_id integer primary key references endpoint (id) on delete cascade,
    version integer not null,
    document text not null
  ) strict;

  create table share (
    id integer primary key autoincrement,
    account_id integer not null references account (id) on delete cascade,
    created_by integer not null,
    secret_hash text not null unique,
    endpoint_id integer not null references endpoint (id) on delete cascade,
    capture_id integer,
    redact text not null,
    fields text not null,
    created_at integer not null,
    expires_at integer not null
  ) strict;
  create index share_by_account on share (account_id);
  create index share_by_endpoint on share (endpoint_id);
  create index share_by_expiry on share (expires_at);

  create table refusal (
    endpoint_id integer not null references endpoint (id) on delete cascade,
    number integer not null,
    first_at integer not null,
    reason text not null,
    status integer,
    method text,
    kind text not null,
    detail text,
    path text,
    ip_address text not null,
    body_bytes integer,
    count integer not null,
    primary key (endpoint_id, number)
  ) strict, without rowid;
  create index refusal_by_age on refusal (first_at);
  create index refusal_by_kind on refusal (kind, first_at);

  create table removal (
    endpoint_id integer not null references endpoint (id) on delete cascade,
    hour integer not null,
    cause text not null,
    captures integer not null,
    primary key (endpoint_id, hour, cause)
  ) strict, without rowid;
  create index removal_by_hour on removal (hour);

  create table purge (
    id integer primary key autoincrement,
    endpoint_id integer not null,
    through_id integer not null
  ) strict;

  -- One row. last_id is the highest id a capture ever had: it rises in the transaction that stores them.
  create table capture_log (
    only_row integer primary key check (only_row = 1),
    last_id integer not null,
    write_checks integer not null
  ) strict;
  insert into capture_log values (1, 0, 0);

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

  -- The tables below stand beside the captures, so that those without an answer, kept headers, a listener or a contract have
  -- nothing of it. Answers are found by the first capture of their delivery: names of deliveries are random, so that an index of
  -- them has a page of its own to write for each capture.
  create table capture_answer (
    capture_id integer primary key,
    endpoint_id integer not null,
    delivery text not null,
    attempt integer not null,
    answer text not null,
    retry_after integer,
    body_hash text not null,
    id_hash text,
    event text,
    signature text,
    gave_up_after integer,
    verdict text,
    first_id integer not null default 0,
    cut_short_after integer
  ) strict;
  create index capture_answer_by_first on capture_answer (endpoint_id, first_id);

  -- Lists of deliveries are read from the answers.
  create table delivery (
    endpoint_id integer not null,
    delivery text not null,
    attempts integer not null,
    first_id integer not null,
    last_id integer not null,
    primary key (endpoint_id, delivery)
  ) strict, without rowid;

  -- sent-request/head.ts writes and reads the text.
  create table capture_kept_headers (
    capture_id integer primary key,
    headers text not null
  ) strict;

  -- What is offered is an answer on its way to its sender (responders/).
  create table listener_answer (
    capture_id integer primary key,
    node text not null,
    waits_until integer not null,
    answer text,
    retry_after integer,
    offered text
  ) strict;
  create index listener_answer_waiting on listener_answer (waits_until) where answer is null or offered is not null;

  -- The finding is a ContractFinding in JSON.
  create table capture_contract (
    capture_id integer primary key,
    verdict text not null,
    finding text not null
  ) strict;
  `;

/**
 * Every schema this database ever had, as the steps from one to the next: forward only. Until the first release a change edits the
 * first schema; from then on a migration that was released is never edited, and a change is a new one at the end.
 */
export const migrations: readonly string[] = [initialSchema];
