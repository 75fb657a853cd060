import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
} from 'react';
import { ShownText } from '../../request/shown-text.tsx';
import { anyCase, type Hits, type Mark } from '../search/hits.ts';

/** A part of a body that is searched: a tree, a text, a table. */
export interface SearchedPart {
  element: Element;
  find: (query: string) => Hits;
}

/** The hit at which the search stands. It is a new object each time that the search goes to it. */
export interface CurrentHit {
  part: string;
  hit: number;
}

export interface Search {
  query: string;
  hits: ReadonlyMap<string, readonly number[]>;
  current: CurrentHit | undefined;
  /** Adds a part under an id, and gives a function that takes it away. */
  add: (id: string, part: SearchedPart) => () => void;
}

export const SearchOfBody = createContext<Search | undefined>(undefined);

const noHits: readonly number[] = [];

/**
 * Lets the search of the body look into this part.
 * @param element the part's own, once it is there: parts are searched in the order in which they stand
 * @param find must stay the same function as long as the content does
 */
export function useSearched(element: Element | null, find: (query: string) => Hits) {
  const search = useContext(SearchOfBody);
  const id = useId();
  const add = search?.add;
  useEffect(
    () => (element === null ? undefined : add?.(id, { element, find })),
    [add, id, element, find],
  );
  return {
    query: search?.query ?? '',
    hits: search?.hits.get(id) ?? noHits,
    current: search?.current?.part === id ? search.current : undefined,
  };
}

/** The hits that were scrolled to. Each is once, since the user may scroll away from it. */
const seen = new WeakSet<CurrentHit>();

/** Scrolls an element to the middle once the search has gone to it. */
export function useCentred<Kind extends Element>(
  hit: CurrentHit | undefined,
): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  useEffect(() => {
    if (hit === undefined || seen.has(hit)) return;
    seen.add(hit);
    element.current?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [hit]);
  return element;
}

/** The texts that a search has looked for, to be marked in the request that it found. */
export const FoundTexts = createContext<readonly string[]>([]);

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
