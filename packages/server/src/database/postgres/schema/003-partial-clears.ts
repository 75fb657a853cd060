/** Older nodes would leave the captures of a partial clear in the counters for good. */
export const partialClears = {
  neededVersion: 3,
  statements: `
    alter table endpoint add column counted_after bigint;
    `,
};
