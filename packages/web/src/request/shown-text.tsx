import { visiblePieces } from './visible-text.ts';

/** Captured text. Invisible characters, and those that turn the text around them, are replaced by their codes. */
export function ShownText({ text }: { text: string }) {
  const pieces = visiblePieces(text);
  return pieces.map((piece, index) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      <span
        className="mx-px rounded-sm bg-warn-soft px-0.5 text-[0.85em] text-warn [unicode-bidi:isolate]"
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
        key={index}
        title="An invisible character, or one that turns the text around it"
      >
        {piece.code}
      </span>
    ),
  );
}
