/** Older nodes would answer requests without looking at the settings. The columns are described in `tables.ts`. */
export const endpointSettings = {
  neededVersion: 4,
  statements: `
    alter table endpoint add column settings_version bigint not null default 0;

    create table endpoint_settings (
      endpoint_id bigint primary key references endpoint (id) on delete cascade,
      version bigint not null,
      counted_since bigint not null,
      hash_key text not null,
      document text not null
    );

    -- Beside the captures, so that those of endpoints without settings have nothing of it.
    create table capture_answer (
      capture_id bigint primary key,
      endpoint_id bigint not null,
      delivery text not null,
      attempt bigint not null,
      answer text not null,
      retry_after bigint,
      body_hash text not null,
      id_hash text,
      event text,
      signature text,
      gave_up_after bigint
    );
    create index capture_answer_by_delivery on capture_answer (endpoint_id, delivery, capture_id);

    create table delivery (
      endpoint_id bigint not null,
      delivery text not null,
      attempts bigint not null,
      first_id bigint not null,
      last_id bigint not null,
      primary key (endpoint_id, delivery)
    ) with (fillfactor = 50);
    create index delivery_by_first on delivery (endpoint_id, first_id);
    `,
};
