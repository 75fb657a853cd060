import { type Language, type SyntaxTone, syntaxRuns } from './syntax.ts';
import { visiblePieces } from './visible-text.ts';

/** Captured text: characters that would hide or turn something show their code. */
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
        title="A character that cannot be seen, or that turns the text around it"
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

/** Longer lines have too many tokens to colour while one scrolls. */
const longestColoured = 600;

/** One line of captured text, its tokens in colours. Each token keeps its direction to itself. */
export function ShownLine({ text, language }: { text: string; language: Language }) {
  if (language === 'plain' || text.length > longestColoured) return <ShownText text={text} />;
  return syntaxRuns(text, language).map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity but their place
    <span className={`[unicode-bidi:isolate] ${tones[run.tone]}`} key={index}>
      <ShownText text={run.text} />
    </span>
  ));
}
