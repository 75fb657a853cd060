import { useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { type CurrentHit, FoundTexts, type SearchedPart } from '../text/searched-text.tsx';
import { collectHits, longestQuery } from './hits.ts';

/** More hits are not counted. */
const mostHits = 10_000;

interface Result {
  query: string;
  hits: ReadonlyMap<string, readonly number[]>;
  count: number;
  /** False if there are more hits than were counted. */
  isComplete: boolean;
}

const nothing: Result = { query: '', hits: new Map(), count: 0, isComplete: true };

/**
 * The search in a body. Until the user types, it looks for what the list was searched for, and opens if the body has it.
 */
export function useBodySearch() {
  const [parts, setParts] = useState<ReadonlyMap<string, SearchedPart>>(new Map());
  const texts = useContext(FoundTexts);
  const [searchedTexts, setSearchedTexts] = useState(texts);
  const [typed, setTyped] = useState<{ query: string; isOpen: boolean }>();
  const [result, setResult] = useState(nothing);
  /** Counts the steps from the first hit, in either direction. */
  const [step, setStep] = useState(0);
  const [focusWish, setFocusWish] = useState(0);
  const [hasFocus, setFocus] = useState(false);
  if (texts !== searchedTexts) {
    setSearchedTexts(texts);
    setTyped(undefined);
    setStep(0);
  }
  const wanted = useMemo(() => {
    if (typed !== undefined) return typed.isOpen && typed.query !== '' ? [typed.query] : [];
    return texts.filter(({ length }) => length <= longestQuery);
  }, [typed, texts]);
  useEffect(() => {
    const stop = new AbortController();
    void search(parts, wanted, stop.signal).then((found) => {
      if (found !== undefined && !stop.signal.aborted) setResult(found);
    });
    return () => stop.abort();
  }, [parts, wanted]);

  const add = useCallback((id: string, part: SearchedPart) => {
    setParts((known) => new Map(known).set(id, part));
    return () => setParts((known) => new Map([...known].filter(([other]) => other !== id)));
  }, []);
  const { count } = result;
  const position = count === 0 ? -1 : ((step % count) + count) % count;
  const current = useMemo(() => hitAt(result, step), [result, step]);
  const query = typed?.query ?? result.query;
  const isOpen = typed?.isOpen ?? count > 0;
  const canSearch = parts.size > 0;
  const open = () => {
    setTyped({ query, isOpen: true });
    setFocusWish((wishes) => wishes + 1);
  };
  return {
    query: result.query,
    hits: result.hits,
    current,
    add,
    position,
    result,
    typed: query,
    isOpen,
    canSearch,
    /** While the field has the focus, the key that opens the search is the browser's own. */
    takesKey: canSearch && !hasFocus,
    isPending: isOpen && query !== result.query && query !== '',
    /** Grows each time that the field shall take the focus. */
    focusWish,
    setFocus,
    open,
    close: () => {
      setTyped({ query, isOpen: false });
      setFocus(false);
    },
    type: (text: string) => {
      setTyped({ query: text, isOpen: true });
      setStep(0);
    },
    go: (direction: 1 | -1) => setStep((steps) => steps + direction),
  };
}

export type BodySearch = ReturnType<typeof useBodySearch>;

/** Looks for the first of these texts that is there. Gives `undefined` if it was stopped. */
async function search(
  parts: ReadonlyMap<string, SearchedPart>,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Result | undefined> {
  const inOrder = [...parts].sort(([, one], [, other]) => {
    const isBefore = one.element.compareDocumentPosition(other.element);
    return isBefore & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
  let result = nothing;
  for (const query of texts) {
    const hits = new Map<string, readonly number[]>();
    let count = 0;
    for (const [id, { find }] of inOrder) {
      const found = await collectHits(find(query), mostHits + 1 - count, signal);
      if (found === undefined) return undefined;
      count += found.length;
      // The last one tells only that there are more.
      hits.set(id, count > mostHits ? found.slice(0, -1) : found);
    }
    const isComplete = count <= mostHits;
    result = { query, hits, count: Math.min(count, mostHits), isComplete };
    if (count > 0) break;
  }
  return result;
}

function hitAt({ hits, count }: Result, step: number): CurrentHit | undefined {
  if (count === 0) return undefined;
  let left = ((step % count) + count) % count;
  for (const [part, ofPart] of hits) {
    const hit = ofPart[left];
    if (hit !== undefined) return { part, hit };
    left -= ofPart.length;
  }
  return undefined;
}
