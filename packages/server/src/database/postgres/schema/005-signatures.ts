import type { Migration } from './migrate.ts';

/** Older nodes would acknowledge requests without verifying them. The columns are described in `tables.ts`. */
export const signatures: Migration = {
  neededVersion: 5,
  statements: `
    alter table endpoint_settings add column secrets text;
    alter table capture_answer add column verdict text;
    `,
};
