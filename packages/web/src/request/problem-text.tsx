import { ShownText } from './shown-text.tsx';

/** A problem in words. The names between backticks are drawn as code. */
export function ProblemText({ problem }: { problem: string }) {
  return problem.split('`').map((piece, index) => {
    const Piece = index % 2 === 0 ? 'span' : 'code';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <Piece className="[unicode-bidi:isolate]" key={index}>
        <ShownText text={piece} />
      </Piece>
    );
  });
}
