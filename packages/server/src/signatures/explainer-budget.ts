/** So many explanations begin a second for one account, unless they took so much time already. */
const mostExplanations = 10;
const mostMs = 250;

const second = 1000;

interface Used {
  explanations: number;
  ms: number;
}

/** What the explanations of an account may take within a second. */
export class ExplainerBudget {
  readonly #clock: () => number;
  #endOfSecond = 0;
  #used = new Map<number, Used>();

  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** Whether one more may begin. */
  take(accountId: number): boolean {
    const used = this.#usedBy(accountId);
    if (used.explanations >= mostExplanations || used.ms >= mostMs) return false;
    used.explanations += 1;
    return true;
  }

  took(accountId: number, ms: number): void {
    this.#usedBy(accountId).ms += ms;
  }

  #usedBy(accountId: number): Used {
    const now = this.#clock();
    if (now >= this.#endOfSecond) {
      this.#endOfSecond = now + second;
      this.#used = new Map();
    }
    let used = this.#used.get(accountId);
    if (used === undefined) {
      used = { explanations: 0, ms: 0 };
      this.#used.set(accountId, used);
    }
    return used;
  }
}
