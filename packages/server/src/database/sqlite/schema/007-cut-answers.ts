export const cutAnswers = `
  alter table capture_answer add column cut_short_after integer;
  `;
