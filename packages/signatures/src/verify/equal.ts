import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same, and not empty; the time that it takes tells their lengths alone. */
export function isSameText(one: string, other: string): boolean {
  const length = Buffer.byteLength(one);
  if (length === 0 || length !== Buffer.byteLength(other)) return false;
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
