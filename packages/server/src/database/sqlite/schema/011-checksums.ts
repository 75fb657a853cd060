/**
 * SQLite keeps no checksums of its pages. `capture-log/sqlite/checksums.ts` says what these are of; rows from before this
 * version have none. Those of a capture come behind its body, where a new column has to be: to read them, SQLite walks along a
 * long body by the pointer map, without reading its pages.
 */
export const checksums = `
  alter table captured_request add column head_checksum integer;
  alter table captured_request add column body_checksum integer;
  alter table capture_kept_headers add column checksum integer;
  `;
