/** The columns are described in `tables.ts`. */
export const removals = `
  create table removal (
    endpoint_id integer not null references endpoint (id) on delete cascade,
    hour integer not null,
    cause text not null,
    captures integer not null,
    primary key (endpoint_id, hour, cause)
  ) strict, without rowid;
  create index removal_by_hour on removal (hour);
  `;
