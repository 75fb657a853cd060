import { ShownText } from '../request/shown-text.tsx';
import { ChangeMark } from './change-mark.tsx';
import type { ComparedPair } from './compare-pairs.ts';
import { ComparisonSection } from './comparison-section.tsx';
import { differencesWords, noneInEither } from './difference-words.ts';

interface PairsComparisonProps {
  title: string;
  pairs: readonly ComparedPair[];
  onlyChanges: boolean;
  ignoresVolatile: boolean;
}

/** The comparison of names and values of both requests. */
export function PairsComparison({
  title,
  pairs,
  onlyChanges,
  ignoresVolatile,
}: PairsComparisonProps) {
  const counted = pairs.filter((pair) => !(ignoresVolatile && pair.isVolatile));
  const changes = counted.filter(({ change }) => change !== 'same');
  const shown = onlyChanges ? changes : counted;
  return (
    <ComparisonSection
      summary={pairs.length === 0 ? noneInEither : differencesWords(changes.length)}
      title={title}
    >
      {shown.length > 0 && (
        <table className="w-full table-fixed border-collapse font-mono text-[0.8125rem] max-wide:block">
          <caption className="sr-only">{title}</caption>
          <colgroup>
            <col className="wide:w-64" />
            <col />
            <col />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">Name</th>
              <th scope="col">A</th>
              <th scope="col">B</th>
            </tr>
          </thead>
          <tbody className="max-wide:block">
            {shown.map((pair, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names repeat
              <PairRow key={index} pair={pair} />
            ))}
          </tbody>
        </table>
      )}
    </ComparisonSection>
  );
}

function PairRow({ pair }: { pair: ComparedPair }) {
  const { name, left, right, change, isVolatile } = pair;
  const tone = isVolatile ? 'text-muted' : '';
  return (
    <tr className={`border-b border-line align-top max-wide:block max-wide:py-1 ${tone}`}>
      <th
        className="py-1.5 pr-3 pl-4 text-left font-medium wrap-anywhere max-wide:block max-wide:py-0.5"
        scope="row"
      >
        <span className="flex items-start gap-2">
          <ChangeMark change={change} isMuted={isVolatile} />
          <span className={isVolatile ? '' : 'text-accent'}>
            <ShownText text={name} />
          </span>
        </span>
      </th>
      <Value letter="A" pair={pair} tone="bg-danger-soft" value={left} />
      <Value letter="B" pair={pair} tone="bg-accent-soft" value={right} />
    </tr>
  );
}

interface ValueProps {
  pair: ComparedPair;
  value: string | undefined;
  letter: 'A' | 'B';
  tone: string;
}

function Value({ pair: { change, isVolatile }, value, letter, tone }: ValueProps) {
  // Below each other, equal values show once.
  const isRepeated = change === 'same' && letter === 'B';
  const isMarked = change !== 'same' && !isVolatile && value !== undefined;
  return (
    <td
      className={`px-3 py-1.5 wrap-anywhere whitespace-pre-wrap max-wide:gap-2 max-wide:py-0.5 max-wide:pl-10 ${isRepeated ? 'max-wide:hidden' : 'max-wide:flex'} ${isMarked ? tone : ''}`}
    >
      <span aria-hidden="true" className="font-sans text-xs text-muted wide:hidden">
        {change !== 'same' && letter}
      </span>
      {value === undefined ? (
        <span className="font-sans text-muted italic">missing</span>
      ) : (
        <ShownText text={value} />
      )}
    </td>
  );
}
