/** Older nodes go on: what they remove is not counted. The columns are described in `tables.ts`. */
export const removals = {
  neededVersion: 11,
  statements: `
    create table removal (
      endpoint_id bigint not null references endpoint (id) on delete cascade,
      hour bigint not null,
      cause text not null,
      captures bigint not null,
      primary key (endpoint_id, hour, cause)
    );
    create index removal_by_hour on removal (hour);
    `,
};
