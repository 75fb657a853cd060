import { createContext, type RefObject, useContext, useEffect, useId, useRef } from 'react';
import type { Hits } from './hits.ts';

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
