import { visibleJson } from './visible.ts';

/** The value as JSON on one line, safe to show on a terminal. */
export function jsonLine(value: unknown): string {
  return visibleJson(JSON.stringify(value));
}

/** Prints each value as JSON on a line of its own. */
export function printLines(
  values: readonly unknown[],
  { print }: { print(line: string): void },
): void {
  for (const value of values) print(jsonLine(value));
}
