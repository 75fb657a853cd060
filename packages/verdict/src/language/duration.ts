import { parseDuration as parse, unitMs } from '@hookwell/match';

const form = /^(\d{1,15}(?:\.\d{1,3})?)(ms|s|m|h|d)$/i;

/** The milliseconds in `500ms`, `15s`, `1.5m`, `24h` or `7d`; `undefined` if the text is no such time. */
export function parseDuration(text: string): number | undefined {
  const milliseconds = parse(text, form);
  return Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
}

/** The whole milliseconds in the form that `parseDuration` reads: `90s`, `24h`, `2d`. */
export function printDuration(milliseconds: number): string {
  const unit = largestFirst.find((each) => isWhole(milliseconds, each)) ?? 'ms';
  return `${milliseconds / unitMs[unit]}${unit}`;
}

const largestFirst = ['d', 'h', 'm', 's'] as const;

/** One minute is written `60s`, and one day `24h`, as most people write them. */
function isWhole(milliseconds: number, unit: keyof typeof unitMs): boolean {
  const number = milliseconds / unitMs[unit];
  return Number.isInteger(number) && number >= (unit === 's' ? 1 : 2);
}
