import { createHash } from 'node:crypto';

/** A body that names its mark; the same for the same numbers. Printable ASCII, so that `raw` has all its bytes. */
export function bodyOf(mark: number, filling: string): string {
  return `mark ${mark} ${filling}`;
}

/** The mark that a body names; -1 without one. */
export function markOf(body: string): number {
  return Number(/^mark (\d+) /.exec(body)?.[1] ?? -1);
}

/** Tells bodies apart: 16 hexadecimal digits of a SHA-256. */
export function hashOf(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}
