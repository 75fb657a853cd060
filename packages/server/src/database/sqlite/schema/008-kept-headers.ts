/** Beside the captures, so that those without kept headers have nothing of it. `sent-request/kept-headers.ts` writes and reads the text. */
export const keptHeaders = `
  create table capture_kept_headers (
    capture_id integer primary key,
    headers text not null
  ) strict;
  `;
