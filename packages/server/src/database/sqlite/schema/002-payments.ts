export const payments = `
  alter table account add column own_plan text;
  alter table account add column subscription_id text;
  alter table account add column price text;
  alter table account add column currency text;
  alter table account add column date_start integer;
  alter table account add column date_end integer;
  alter table account add column date_purchase integer;

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
  `;
