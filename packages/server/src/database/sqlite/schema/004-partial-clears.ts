export const partialClears = `
  alter table endpoint add column counted_after integer;
  `;
