import { ShownText } from './shown-text.tsx';

interface ProblemTextProps {
  problem: string;
  /** The place that it begins with, if it does: names in it may have backticks of their own. */
  path?: string;
}

/** A problem in words. The names between backticks are drawn as code. */
export function ProblemText({ problem, path = '' }: ProblemTextProps) {
  const begin = `\`${path}\``;
  const pieces = problem.startsWith(begin)
    ? ['', path, ...problem.slice(begin.length).split('`')]
    : problem.split('`');
  return pieces.map((piece, index) => {
    const Piece = index % 2 === 0 ? 'span' : 'code';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <Piece className="[unicode-bidi:isolate]" key={index}>
        <ShownText text={piece} />
      </Piece>
    );
  });
}
