import type { CommitFeed } from '../capture-log/capture-log.ts';

/** The endpoints that captured something, and their accounts. */
export interface TouchedIds {
  endpoints: Set<number>;
  accounts: Set<number>;
}

/** Notes the endpoints and accounts of each group that this node stored, so that a round looks at no others. */
export class TouchedSince {
  #touched: TouchedIds = { endpoints: new Set(), accounts: new Set() };
  readonly stop: () => void;

  constructor(captures: CommitFeed) {
    this.stop = captures.onStored((stored) => {
      for (const { accountId, capture } of stored) {
        this.#touched.endpoints.add(capture.endpointId);
        this.#touched.accounts.add(accountId);
      }
    });
  }

  /** Takes all that was touched since the last call, or was given back. */
  take(): TouchedIds {
    const touched = this.#touched;
    this.#touched = { endpoints: new Set(), accounts: new Set() };
    return touched;
  }

  /** Gives back what could not be done: it is taken again, behind all that was touched meanwhile. */
  giveBack({ endpoints, accounts }: TouchedIds): void {
    for (const id of endpoints) this.#touched.endpoints.add(id);
    for (const id of accounts) this.#touched.accounts.add(id);
  }
}
