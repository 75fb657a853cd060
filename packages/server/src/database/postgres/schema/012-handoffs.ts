/** Older nodes go on: they make no codes, and codes die with the sessions that they end. The columns are described in `tables.ts`. */
export const handoffs = {
  neededVersion: 11,
  statements: `
    create table handoff (
      code_hash text primary key,
      session_id bigint not null references session (id) on delete cascade,
      expires_at bigint not null
    );
    create index handoff_by_session on handoff (session_id);
    create index handoff_by_expiry on handoff (expires_at);
    `,
};
