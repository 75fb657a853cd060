import type { Operation, Seen } from '../history/operation.ts';

/**
 * Visits all that reads and streams showed. What was shown was there at a moment from `began`, when the read or the stream
 * began, to `by`, when it was given. A read without a whole answer is a witness of what it showed, too.
 */
export function eachShowing(
  operations: readonly Operation[],
  visit: (seen: Seen, place: number, began: number, by: number) => void,
): void {
  for (const [place, operation] of operations.entries()) {
    if (operation.kind === 'read') {
      const { began, ended } = operation;
      for (const seen of operation.captures) visit(seen, place, began, ended);
    } else if (operation.kind === 'stream') {
      for (const { at, seen } of operation.events) visit(seen, place, operation.began, at);
    }
  }
}
