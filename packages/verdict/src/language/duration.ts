const unitMilliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof unitMilliseconds;

const form = /^(\d{1,15}(?:\.\d{1,3})?)(ms|s|m|h|d)$/;

/** The milliseconds in `500ms`, `15s`, `1.5m`, `24h` or `7d`; `undefined` if the text is no such time. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit] = form.exec(text.toLowerCase()) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  // The form has no other units.
  const milliseconds = Math.round(Number(number) * unitMilliseconds[unit as Unit]);
  return Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
}

/** The whole milliseconds in the form that `parseDuration` reads: `90s`, `24h`, `2d`. */
export function printDuration(milliseconds: number): string {
  const unit = largestFirst.find((each) => isWhole(milliseconds, each)) ?? 'ms';
  return `${milliseconds / unitMilliseconds[unit]}${unit}`;
}

const largestFirst: readonly Unit[] = ['d', 'h', 'm', 's'];

/** One minute is written `60s`, and one day `24h`, as most people write them. */
function isWhole(milliseconds: number, unit: Unit): boolean {
  const number = milliseconds / unitMilliseconds[unit];
  return Number.isInteger(number) && number >= (unit === 's' ? 1 : 2);
}
