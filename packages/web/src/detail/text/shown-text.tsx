import { type Language, type SyntaxTone, syntaxRuns } from './syntax.ts';
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

const tones: Readonly<Record<SyntaxTone, string>> = {
  name: 'text-accent',
  string: 'text-post',
  number: 'text-patch',
  word: 'text-put',
  punctuation: 'text-muted',
  comment: 'text-muted italic',
  plain: '',
};

/** Longer lines have too many tokens for smooth scrolling. */
const longestColouredCharacters = 600;

/** One line of captured text, its tokens in colours. The writing direction of a token does not affect the others. */
export function ShownLine({ text, language }: { text: string; language: Language }) {
  if (language === 'plain' || text.length > longestColouredCharacters)
    return <ShownText text={text} />;
  return syntaxRuns(text, language).map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity but their place
    <span className={`[unicode-bidi:isolate] ${tones[run.tone]}`} key={index}>
      <ShownText text={run.text} />
    </span>
  ));
}
