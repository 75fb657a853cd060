import { Readable } from 'node:stream';
import type { Hold } from '../fairness/budget.ts';

/** An empty answer without a length, since that of the list or capture is not known. */
export function nothing(): Readable {
  return Readable.from([]);
}

/**
 * Asks for a piece only once the socket has taken the one before: nothing is read ahead, and the maker of the pieces
 * knows that one has left. (`Readable.from` asks for one more.) A failure cuts the answer off.
 */
export function pieceStream(
  start: string | Uint8Array,
  next: () => Promise<string | Uint8Array | undefined>,
  close: () => unknown,
): Readable {
  let first: string | Uint8Array | undefined = start;
  return new Readable({
    highWaterMark: 0,
    read() {
      if (first !== undefined) {
        this.push(first);
        first = undefined;
        return;
      }
      next().then(
        (piece) => this.push(piece ?? null),
        (error) => this.destroy(error),
      );
    },
    async destroy(error, done) {
      await close();
      done(error);
    },
  });
}

/** The pieces of a list. Its first one is made before anything is sent, so that a store that fails gives a proper error answer. */
export async function listStream(
  pieces: AsyncGenerator<string | Uint8Array, void>,
  hold: Pick<Hold, 'touch'>,
): Promise<Readable> {
  const start = await pieces.next();
  const next = async () => {
    hold.touch();
    return (await pieces.next()).value ?? undefined;
  };
  return pieceStream(start.value ?? '', next, () => pieces.return());
}
