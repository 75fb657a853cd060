/** The columns are described in `tables.ts`. */
export const refusals = `
  alter table endpoint add column refusals_cleared_at integer not null default 0;

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
  `;
