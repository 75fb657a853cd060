import type { Budget } from '../fairness/budget.ts';
import type { EventPieces } from './event-rendering.ts';
import { closing, opening } from './events.ts';
import type { LiveStream } from './live-stream.ts';
import type { HeldTexts } from './stream-output.ts';

/**
 * Writes the event of one large capture to one stream at its reader's pace: the next piece is asked for when the
 * socket has taken the one before, so that a reader that stalls holds one piece. A capture that no longer exists is
 * left out.
 * @throws {Error} if the rest of the capture cannot be read: the stream has to end then
 */
export async function writeLargeEvent(
  stream: LiveStream,
  pieces: EventPieces,
  { pieceReads, texts }: { pieceReads: Budget; texts: HeldTexts },
): Promise<void> {
  const { party } = stream.options;
  try {
    for (;;) {
      const piece = await pieceReads.run(party, async () =>
        stream.hasEnded ? undefined : await pieces.next(texts.roomBytes(party)),
      );
      if (stream.hasEnded || pieces.missing) return;
      if (piece === undefined) break;
      if (!stream.isWithinEvent) stream.write(opening);
      stream.isWithinEvent = true;
      stream.write(piece);
      await stream.taken();
      if (stream.hasEnded) return;
    }
    if (stream.isWithinEvent) stream.write(closing);
  } finally {
    stream.isWithinEvent = false;
    pieces.close();
  }
}
