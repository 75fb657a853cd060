import type { DeliveryAttempt } from '@hookwell/contract';

/** Milliseconds as people say them: `250 ms`, `1.5 s`, `3.2 min`, `24 h`. */
export function timeText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const [size, name] = sizes.find(([, , upTo]) => milliseconds < upTo) ?? days;
  return `${Math.round((milliseconds / size) * 10) / 10} ${name}`;
}

const days = [86_400_000, 'days', Number.POSITIVE_INFINITY] as const;
const sizes = [
  [1000, 's', 120_000],
  [60_000, 'min', 7_200_000],
  [3_600_000, 'h', 172_800_000],
  days,
] as const;

const mostIds = 5;

/** `#4, #5 and #9`; of many the first ones. */
export function idsText(ids: readonly number[]): string {
  const shown = ids.slice(0, ids.length > mostIds ? mostIds - 1 : mostIds).map((id) => `#${id}`);
  if (ids.length > shown.length) shown.push(`${ids.length - shown.length} more`);
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** `1 attempt`, `2 attempts` */
export function attemptsText(count: number): string {
  return `${count} attempt${count === 1 ? '' : 's'}`;
}

/** `the 500 of #4` */
export function answerText({ id, answer }: DeliveryAttempt): string {
  return `the ${answer} of #${id}`;
}

export function idsOf(attempts: readonly DeliveryAttempt[]): number[] {
  return attempts.map(({ id }) => id);
}
