import type { Anomaly, Violation } from './anomaly.ts';

/** Of each kind of anomaly: a service that loses everything is not told so a million times. */
const mostOfAKind = 1000;

/** Collects violations. */
export class Findings {
  readonly violations: Violation[] = [];
  readonly #counts = new Map<Anomaly, number>();

  /** @param operations places in the history; a place below zero is left out */
  report(anomaly: Anomaly, text: string, ...operations: readonly number[]): void {
    const count = (this.#counts.get(anomaly) ?? 0) + 1;
    this.#counts.set(anomaly, count);
    if (count > mostOfAKind) return;
    this.violations.push({ anomaly, text, operations: operations.filter((place) => place >= 0) });
  }
}

/** A time of the history for a person. */
export function time(milliseconds: number): string {
  return `${milliseconds.toFixed(1)} ms`;
}
