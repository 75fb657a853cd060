/**
 * The columns of `endpoint_contract` are described in `tables.ts`. What was found about captures stands beside them, so that
 * those of endpoints without a contract have nothing of it: `finding` is a `ContractFinding` in JSON, and `checksum` as in
 * `011-checksums.ts`.
 */
export const contracts = `
  create table endpoint_contract (
    endpoint_id integer primary key references endpoint (id) on delete cascade,
    version integer not null,
    document text not null
  ) strict;

  create table capture_contract (
    capture_id integer primary key,
    verdict text not null,
    finding text not null,
    checksum integer
  ) strict;
  `;
