/** The accounts that were changed, by id; `any` if all of them may have been. */
export type ChangedAccounts = ReadonlySet<number> | 'any';

/** Changes are gathered for this time into one message. */
const gatherMs = 100;
/** More accounts than these in one message are `any`. */
const mostInMessage = 5000;

interface ChangeSubscriber {
  hear: (changed: ChangedAccounts) => void;
  isWanted: () => boolean;
}

/**
 * Tells listeners on all nodes that something about an account was changed that is no capture: its endpoints and their
 * settings, what it has stored, its keys or its plan. A message is a hint, which may come twice or in vain.
 */
export class AccountChanges {
  readonly #send: (changed: ChangedAccounts) => Promise<void>;
  readonly #listeners = new Set<ChangeSubscriber>();
  #gathered = new Set<number>();
  #isAny = false;
  #gathering: NodeJS.Timeout | undefined;

  /** `send` leads to a call of `heard` on every node, this one included. */
  constructor(send: (changed: ChangedAccounts) => Promise<void>) {
    this.#send = send;
  }

  /** To be called once the change is committed. */
  tell(accountId: number): void {
    this.#gathered.add(accountId);
    if (this.#gathered.size > mostInMessage) return this.tellAny();
    this.#gather();
  }

  /** The same where it is not known which account was changed. */
  tellAny(): void {
    this.#isAny = true;
    this.#gathered.clear();
    this.#gather();
  }

  /**
   * @param isWanted false while the listener wants to hear of nothing
   * @returns a function that stops it
   */
  onChange(hear: ChangeSubscriber['hear'], isWanted: ChangeSubscriber['isWanted']): () => void {
    const listener = { hear, isWanted };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether anybody wants to hear of changes. */
  get isWanted(): boolean {
    return this.#listeners.values().some(({ isWanted }) => isWanted());
  }

  heard(changed: ChangedAccounts): void {
    for (const { hear } of this.#listeners) hear(changed);
  }

  /** Sends what was told so far. Does not reject: a message may be lost with the database. */
  async flush(): Promise<void> {
    clearTimeout(this.#gathering);
    if (this.#gathering === undefined) return;
    this.#gathering = undefined;
    const changed = this.#isAny ? 'any' : this.#gathered;
    this.#isAny = false;
    this.#gathered = new Set();
    await this.#send(changed).catch(() => undefined);
  }

  #gather(): void {
    this.#gathering ??= setTimeout(() => void this.flush(), gatherMs).unref();
  }
}
