import { readFileSync, writeFileSync } from 'node:fs';
import type { Operation } from './operation.ts';

/** Collects operations as they end, on one monotonic clock. */
export class History {
  readonly operations: Operation[] = [];

  /** Milliseconds, with fractions. */
  now(): number {
    return performance.now();
  }

  add(operation: Operation): void {
    this.operations.push(operation);
  }
}

/** Writes a history as a line of JSON for each operation. */
export function writeHistory(file: string, operations: readonly Operation[]): void {
  writeFileSync(file, operations.map((operation) => `${JSON.stringify(operation)}\n`).join(''));
}

/** Reads what `writeHistory` wrote. */
export function readHistory(file: string): Operation[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
