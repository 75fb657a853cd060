/**
 * Older nodes would acknowledge requests without verifying them. The columns are described in `tables.ts`. Answers are
 * found by the first capture of their delivery: names of deliveries are random, so that an index of them has a page of its
 * own to write for each capture.
 */
export const signatures = {
  neededVersion: 5,
  statements: `
    alter table endpoint_settings add column secrets text;
    alter table capture_answer add column verdict text, add column first_id bigint not null default 0;
    update capture_answer set first_id = known.first_id from delivery as known
      where known.endpoint_id = capture_answer.endpoint_id and known.delivery = capture_answer.delivery;
    drop index capture_answer_by_delivery;
    create index capture_answer_by_first on capture_answer (endpoint_id, first_id, capture_id);
    `,
};
