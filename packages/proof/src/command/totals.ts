import type { Weight } from '../judgement/weight.ts';

/** What the rounds of a run did and found, together. */
export class Totals {
  rounds = 0;
  operations = 0;
  /** Broken promises, and rounds that did not come to their end. */
  broken = 0;
  /** How often each fault struck, by its name. */
  readonly struck = new Map<string, number>();
  readonly #weight: Weight = { acknowledged: 0, kept: 0, removed: 0, uncertain: 0 };

  /** @param faults the names of those that struck in the round */
  add(operations: number, broken: number, faults: readonly string[]): void {
    this.rounds += 1;
    this.operations += operations;
    this.broken += broken;
    for (const name of faults) this.struck.set(name, (this.struck.get(name) ?? 0) + 1);
  }

  weigh(weight: Weight): void {
    this.#weight.acknowledged += weight.acknowledged;
    this.#weight.kept += weight.kept;
    this.#weight.removed += weight.removed;
    this.#weight.uncertain += weight.uncertain;
  }

  /** What became of the webhooks whose senders were told that they are stored, in a line. */
  get weightText(): string {
    const { acknowledged, kept, removed, uncertain } = this.#weight;
    return `acknowledged webhooks: ${acknowledged}, of which ${kept} had to be there at the end, ${removed} had to be gone, ${uncertain} were perhaps removed`;
  }
}
