import { type MarkedProps, MarkedText } from './searched-text.tsx';
import { type Language, type SyntaxTone, syntaxRuns } from './syntax.ts';

const tones: Readonly<Record<SyntaxTone, string>> = {
  name: 'text-json-name',
  string: 'text-json-string',
  number: 'text-json-number',
  word: 'text-json-word',
  punctuation: 'text-muted',
  comment: 'text-muted italic',
  plain: '',
};

/** Longer lines have too many tokens for smooth scrolling. */
const longestColouredCharacters = 600;

/** One line of captured text, its tokens in colours. The writing direction of a token does not affect the others. */
export function ShownLine({ text, language, marks, hit }: MarkedProps & { language: Language }) {
  if (language === 'plain' || text.length > longestColouredCharacters)
    return <MarkedText hit={hit} marks={marks} text={text} />;
  let from = 0;
  return syntaxRuns(text, language).map((run, index) => {
    const inside = marks.map((mark) => ({ ...mark, from: mark.from - from, to: mark.to - from }));
    from += run.text.length;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity but their place
      <span className={`[unicode-bidi:isolate] ${tones[run.tone]}`} key={index}>
        <MarkedText hit={hit} marks={inside} text={run.text} />
      </span>
    );
  });
}
