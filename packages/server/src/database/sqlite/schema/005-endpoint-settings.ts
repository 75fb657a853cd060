/** The columns are described in `tables.ts`. */
export const endpointSettings = `
  alter table endpoint add column settings_version integer not null default 0;

  create table endpoint_settings (
    endpoint_id integer primary key references endpoint (id) on delete cascade,
    version integer not null,
    counted_since integer not null,
    hash_key text not null,
    document text not null
  ) strict;

  -- Beside the captures, so that those of endpoints without settings have nothing of it.
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
    gave_up_after integer
  ) strict;
  create index capture_answer_by_delivery on capture_answer (endpoint_id, delivery);

  create table delivery (
    endpoint_id integer not null,
    delivery text not null,
    attempts integer not null,
    first_id integer not null,
    last_id integer not null,
    primary key (endpoint_id, delivery)
  ) strict, without rowid;
  create index delivery_by_first on delivery (endpoint_id, first_id);
  `;
