import type { ReactNode } from 'react';
import { ShownText } from '../request/shown-text.tsx';
import { differencesWords, noneInEither } from './compare-bodies.ts';
import { isVolatile } from './volatile.ts';

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

interface ComparisonSectionProps {
  title: string;
  /** Sums the differences up. It is missing while they are being looked for. */
  summary: string | undefined;
  children: ReactNode;
}

/** One part of a comparison with the number of its differences. */
export function ComparisonSection({ title, summary, children }: ComparisonSectionProps) {
  return (
    <section aria-label={title}>
      <h2 className="flex items-baseline gap-2 border-b border-line bg-raised px-4 py-1.5 font-semibold">
        {title}
        <span className="text-xs font-normal text-muted">{summary}</span>
      </h2>
      {children}
    </section>
  );
}

const marks: Readonly<Record<Change, { sign: string; word: string; className: string }>> = {
  same: { sign: '', word: 'same', className: '' },
  changed: { sign: '~', word: 'changed', className: 'bg-warn-soft text-warn' },
  added: { sign: '+', word: 'only in B', className: 'bg-accent-soft text-ok' },
  removed: { sign: '−', word: 'only in A', className: 'bg-danger-soft text-danger' },
};

/** Marks a change by a sign and, for screen readers, a word. */
export function ChangeMark({ change, isMuted = false }: { change: Change; isMuted?: boolean }) {
  const { sign, word, className } = marks[change];
  if (change === 'same') return <span className="inline-block w-4 shrink-0" />;
  const tone = isMuted ? 'bg-raised text-muted' : className;
  return (
    <span
      className={`inline-flex size-4 shrink-0 items-center justify-center rounded-sm font-mono text-xs font-bold ${tone}`}
      title={isMuted ? `${word}; new in every request` : word}
    >
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{isMuted ? `${word}, volatile` : word}</span>
    </span>
  );
}

export type Change = 'same' | 'changed' | 'added' | 'removed';

/** One name with its value on either side. */
interface ComparedPair {
  name: string;
  left: string | undefined;
  right: string | undefined;
  change: Change;
  isVolatile: boolean;
}

interface Pair {
  name: string;
  value: string;
}

/**
 * Compares names and values in the order of the left side. Repeats of a name are compared in their order.
 * @param keyOf makes equal keys of names that mean the same, such as names of headers in another case
 */
export function comparePairs(
  left: readonly Pair[],
  right: readonly Pair[],
  keyOf: (name: string) => string = (name) => name,
): ComparedPair[] {
  const rights = Map.groupBy(right, ({ name }) => keyOf(name));
  const rows = left.map(({ name, value }) => {
    return compared(name, value, rights.get(keyOf(name))?.shift()?.value);
  });
  const added = right.filter((pair) => rights.get(keyOf(pair.name))?.includes(pair));
  return [...rows, ...added.map(({ name, value }) => compared(name, undefined, value))];
}

function compared(name: string, left: string | undefined, right: string | undefined): ComparedPair {
  return {
    name,
    left,
    right,
    change: changeOf(left, right),
    isVolatile: isVolatile(name, left, right),
  };
}

function changeOf(left: string | undefined, right: string | undefined): Change {
  if (left === right) return 'same';
  if (left === undefined) return 'added';
  return right === undefined ? 'removed' : 'changed';
}
