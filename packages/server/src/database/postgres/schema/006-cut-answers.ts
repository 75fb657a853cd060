/** Older nodes note less, and show nothing of it. */
export const cutAnswers = {
  neededVersion: 5,
  statements: `
    alter table capture_answer add column cut_short_after bigint;
    `,
};
