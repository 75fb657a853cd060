import { type ReactNode, useContext } from 'react';
import { FoundTexts } from '../../request/found-texts.ts';
import { ShownText } from '../../request/shown-text.tsx';
import { anyCase, type Mark } from '../search/hits.ts';
import { type CurrentHit, useCentred } from '../search/searched.ts';

export interface MarkedProps {
  text: string;
  /** In order, by their indexes in the text. */
  marks: readonly Mark[];
  /** The hit of the mark that is the current one. */
  hit: CurrentHit | undefined;
}

/** Captured text with some of its parts marked. Marks may reach beyond it. */
export function MarkedText({ text, marks, hit }: MarkedProps) {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const { from, to, isCurrent } of marks) {
    if (to <= at || from >= text.length) continue;
    const start = Math.max(at, from);
    if (start > at) pieces.push(<ShownText key={at} text={text.slice(at, start)} />);
    at = Math.min(to, text.length);
    pieces.push(
      <MarkedHit hit={isCurrent ? hit : undefined} key={start} text={text.slice(start, at)} />,
    );
  }
  if (at < text.length) pieces.push(<ShownText key={at} text={text.slice(at)} />);
  return pieces;
}

/** Text that was found. */
function MarkedHit({ text, hit }: { text: string; hit: CurrentHit | undefined }) {
  const mark = useCentred<HTMLElement>(hit);
  return (
    <mark
      className={`rounded-sm underline ${hit === undefined ? 'bg-warn-soft text-warn' : 'drawn bg-warn text-surface'}`}
      ref={mark}
    >
      <ShownText text={text} />
    </mark>
  );
}

interface SearchedTextProps {
  text: string;
  searched: string;
  /** Given if the search stands here. */
  hit?: CurrentHit | undefined;
  className?: string | undefined;
}

/** Captured text with all that a search finds in it marked. */
export function SearchedText({ text, searched, hit, className }: SearchedTextProps) {
  const found = searched === '' ? [] : [...text.matchAll(anyCase(searched, 'gi'))];
  const marks = found.map(({ index }) => ({
    from: index,
    to: index + searched.length,
    isCurrent: hit !== undefined,
  }));
  return (
    <span className={className}>
      <MarkedText hit={hit} marks={marks} text={text} />
    </span>
  );
}

/** The first of the texts that the list was searched for that this one contains, in any case; empty if it has none. */
export function useFoundIn(text: string): string {
  return useContext(FoundTexts).find((one) => one !== '' && anyCase(one).test(text)) ?? '';
}
