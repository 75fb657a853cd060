/** How the benchmarks print what they measured. */

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** A name, then figures with their units: `listing 1,000: 7.2 ms`. */
export function report(name: string, ...figures: string[]): void {
  console.log(`${name}: ${figures.join(', ')}`);
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}
