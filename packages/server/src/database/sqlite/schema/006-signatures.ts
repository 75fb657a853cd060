/** The columns are described in `tables.ts`. */
export const signatures = `
  alter table endpoint_settings add column secrets text;
  alter table capture_answer add column verdict text;
  `;
