/**
 * Older nodes would store captures without comparing them, leave what was found about those that they remove, and not know
 * settings that are older than a contract. The columns of `endpoint_contract` are described in `tables.ts`; `finding` is a
 * `ContractFinding` in JSON.
 */
export const contracts = {
  neededVersion: 10,
  statements: `
    create table endpoint_contract (
      endpoint_id bigint primary key references endpoint (id) on delete cascade,
      version bigint not null,
      document text not null
    );

    create table capture_contract (
      capture_id bigint primary key,
      verdict text not null,
      finding text not null
    );
    `,
};
