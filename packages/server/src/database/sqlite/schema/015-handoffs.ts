/** The columns are described in `tables.ts`. */
export const handoffs = `
  create table handoff (
    code_hash text primary key,
    session_id integer not null references session (id) on delete cascade,
    expires_at integer not null
  ) strict;
  create index handoff_by_session on handoff (session_id);
  create index handoff_by_expiry on handoff (expires_at);
  `;
