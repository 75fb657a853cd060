import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same, and not empty; the time that it takes tells their lengths alone. */
export function isSameText(one: string, other: string): boolean {
  const bytes = Buffer.from(one);
  const otherBytes = Buffer.from(other);
  return (
    bytes.length > 0 && bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes)
  );
}
