import { ShownText } from '../../request/shown-text.tsx';
import { piecesAround, useFoundIn } from './found-in.ts';

interface SearchedTextProps {
  text: string;
  searched: string;
  className?: string | undefined;
}

/** Captured text with the matches of a search marked. */
export function SearchedText({ text, searched, className }: SearchedTextProps) {
  const pieces = piecesAround(searched, text);
  return (
    <span className={className}>
      {pieces.map((piece, index) =>
        index % 2 === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
          <ShownText key={index} text={piece} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
          <mark className="rounded-sm bg-warn-soft text-warn underline" key={index}>
            <ShownText text={piece} />
          </mark>
        ),
      )}
    </span>
  );
}

/** The same with what the search of the list has found. */
export function FoundText({ text }: { text: string }) {
  return <SearchedText searched={useFoundIn(text)} text={text} />;
}
