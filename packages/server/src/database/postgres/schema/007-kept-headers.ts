/** Older nodes would leave the kept headers of captures that they remove, and not know the setting. */
export const keptHeaders = {
  neededVersion: 7,
  statements: `
    create table capture_kept_headers (
      capture_id bigint primary key,
      headers text not null
    );
    `,
};
