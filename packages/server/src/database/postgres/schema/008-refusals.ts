/** Older nodes go on, and note nothing. The columns are described in `tables.ts`. */
export const refusals = {
  neededVersion: 5,
  statements: `
    alter table endpoint add column refusals_cleared_at bigint not null default 0;

    create table refusal (
      endpoint_id bigint not null references endpoint (id) on delete cascade,
      number bigint not null,
      first_at bigint not null,
      reason text not null,
      status bigint,
      method text,
      kind text not null,
      detail text,
      path text,
      ip_address text not null,
      body_bytes bigint,
      count bigint not null,
      primary key (endpoint_id, number)
    );
    create index refusal_by_age on refusal (first_at);
    create index refusal_by_kind on refusal (kind, first_at);
    `,
};
