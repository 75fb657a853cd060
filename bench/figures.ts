import type { LoadResult } from './load.ts';

/** The value in the middle; NaN if there is none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Prints a name, then figures with their units: `listing 1,000: 7.2 ms`. */
export function report(name: string, ...figures: string[]): void {
  console.log(`${name}: ${figures.join(', ')}`);
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}

export function microseconds(value: number): string {
  return `${value.toFixed(1)} µs`;
}

export function reportLoad(
  name: string,
  { perSecond, p50, p99, max, failed, firstFailure }: LoadResult,
): void {
  report(
    name,
    `${perSecond.toFixed(0)}/s`,
    `p50 ${milliseconds(p50)}`,
    `p99 ${milliseconds(p99)}`,
    `max ${milliseconds(max)}`,
    ...(failed > 0 ? [`${failed} FAILED (${firstFailure})`] : []),
  );
}
