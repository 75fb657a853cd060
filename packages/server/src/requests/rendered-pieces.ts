/** A large or compressed capture as JSON text in UTF-8, piece by piece at its reader's pace. */
export interface RenderedPieces {
  /**
   * The next piece, of a few hundred KiB at most; undefined at the end. Whoever asks has done with the piece
   * before: it counts as held until then. Rejects where the capture was deleted midway, or cannot be read now.
   */
  next(): Promise<Uint8Array | undefined>;
  /** Whether the capture was deleted before its first piece; known once that was asked for. */
  readonly missing: boolean;
  /** Gives everything back that is held for it. A second time does nothing. */
  close(): void;
}
