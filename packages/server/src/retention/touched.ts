import type { CaptureLog } from '../database/capture-log.ts';

/** The endpoints that captured something, and their accounts. */
export interface Touched {
  endpoints: Set<number>;
  accounts: Set<number>;
}

/** Notes what each group that this node stored touched, so that a round looks at nothing else. */
export class TouchedSince {
  #touched: Touched = { endpoints: new Set(), accounts: new Set() };
  readonly stop: () => void;

  constructor(captures: CaptureLog) {
    this.stop = captures.onStored((stored) => {
      for (const { accountId, capture } of stored) {
        this.#touched.endpoints.add(capture.endpointId);
        this.#touched.accounts.add(accountId);
      }
    });
  }

  /** What was touched since the last call. */
  take(): Touched {
    const touched = this.#touched;
    this.#touched = { endpoints: new Set(), accounts: new Set() };
    return touched;
  }
}
