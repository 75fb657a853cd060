import type { Parts } from '../parts.ts';

/** The contract of an endpoint under one version, in JSON. */
export interface ContractRow {
  version: number;
  document: string;
}

/**
 * Reads contracts for the thread, which keeps those that it used last. One document at a time (`fairness/long-work.ts`):
 * endpoints whose contracts are too many to be kept hold up others for one of them at most.
 */
export class ContractRows {
  readonly #parts: Pick<Parts, 'longWork'> & { store: Pick<Parts['store'], 'db'> };
  readonly #reading = new Map<number, Promise<ContractRow | undefined>>();

  constructor(parts: Pick<Parts, 'longWork'> & { store: Pick<Parts['store'], 'db'> }) {
    this.#parts = parts;
  }

  /**
   * The contract as it is now; undefined if there is none. All who ask at the same time wait for one query.
   * @throws {StoreUnavailable} if the database does not answer
   */
  read(endpointId: number, party: number): Promise<ContractRow | undefined> {
    const known = this.#reading.get(endpointId);
    if (known !== undefined) return known;
    const reading = this.#parts.longWork
      .run(party, () => this.#query(endpointId))
      .finally(() => this.#reading.delete(endpointId));
    this.#reading.set(endpointId, reading);
    return reading;
  }

  #query(endpointId: number): Promise<ContractRow | undefined> {
    return this.#parts.store.db
      .selectFrom('endpoint_contract')
      .select(['version', 'document'])
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirst();
  }
}
