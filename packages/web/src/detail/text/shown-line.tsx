import { ShownText } from '../../request/shown-text.tsx';
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
