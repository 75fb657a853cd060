const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** The milliseconds of `500ms`, `2s` or `1m`; `undefined` for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,9})(ms|s|m)$/.exec(text) ?? [];
  const ms = unitMs[unit];
  return count === undefined || ms === undefined ? undefined : Number(count) * ms;
}
