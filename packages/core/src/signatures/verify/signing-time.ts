import type { TimeUnit, Verification } from '../scheme.ts';

const latest = 8.64e15;

/** Milliseconds since 1970; undefined if the text is no time. */
export function readTime(text: string, unit: TimeUnit): number | undefined {
  if (/^\d{1,16}$/.test(text)) {
    if (unit === 'iso') return undefined;
    const isSeconds = unit === 's' || (unit === 'any' && text.length < 12);
    const time = Number(text) * (isSeconds ? 1000 : 1);
    return time <= latest ? time : undefined;
  }
  if (
    unit === 's' ||
    unit === 'ms' ||
    !/^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:\d\d)$/.test(text)
  )
    return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** The verdict on a right signature at a time. */
export function atTime(
  right: { secret: number },
  signedAt: number | undefined,
  receivedAt: number,
  tolerance: number,
): Verification {
  if (signedAt === undefined) return { verdict: 'valid', ...right };
  // The sender tells whole seconds: the part of a second that it cut off is no age.
  const away = Math.floor(Math.abs(receivedAt - signedAt) / 1000);
  if (away <= tolerance) return { verdict: 'valid', signedAt, ...right };
  const side = signedAt < receivedAt ? 'before' : 'after';
  return {
    verdict: 'stale',
    reason: `It was signed ${lengthOf(away)} ${side} it arrived; ${lengthOf(tolerance)} are allowed.`,
    signedAt,
    ...right,
  };
}

const units = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
] as const;

/** "90 seconds", "5 minutes", "12 days". */
function lengthOf(seconds: number): string {
  for (const [name, length] of units)
    if (seconds >= 2 * length) return `${Math.floor(seconds / length)} ${name}`;
  return `${seconds} seconds`;
}
