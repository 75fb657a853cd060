/** The columns are described in `tables.ts`. */
export const teams = `
  alter table account add column kind text;
  alter table account add column name text;
  alter table account add column founder_id integer;
  alter table endpoint add column moved_at integer;
  alter table session add column ends_at integer;
  alter table api_key add column created_by integer;

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
  `;
