import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { at, type JsonDocument } from './json-document.ts';
import {
  type Expansion,
  expandedTo,
  firstExpansion,
  revealed,
  rowOf,
  toggled,
  visibleRows,
} from './json-expansion.ts';
import { nextMatch, searchJson } from './json-search.ts';
import { afterKey, type TreeState } from './json-tree-keys.ts';

/**
 * The state of one tree: its open containers, its focus and its search.
 * @param found the text that the tree is searched for at first
 * @param shown nodes that have a row at first
 */
export function useJsonTree(document: JsonDocument, found = '', shown: Iterable<number> = []) {
  const [state, setState] = useState<TreeState>(() => ({
    expansion: [...shown].reduce(
      (expansion, node) => revealed(document, expansion, node),
      firstExpansion(document),
    ),
    active: 0,
  }));
  const [query, setQuery] = useState(found);
  const [lastFound, setLastFound] = useState(found);
  if (found !== lastFound) {
    setLastFound(found);
    setQuery(found);
  }
  const deferredQuery = useDeferredValue(query);
  const rows = useMemo(() => visibleRows(document, state.expansion), [document, state.expansion]);
  const matches = useMemo(() => searchJson(document, deferredQuery), [document, deferredQuery]);

  const reveal = useCallback(
    (node: number) =>
      setState(({ expansion }) => ({
        expansion: revealed(document, expansion, node),
        active: node,
      })),
    [document],
  );
  // Each query leads to its first match once, so that Enter can go on from there.
  const led = useRef('');
  useEffect(() => {
    if (led.current === deferredQuery) return;
    led.current = deferredQuery;
    const [first] = matches.nodes;
    if (first !== undefined) reveal(first);
  }, [deferredQuery, matches, reveal]);

  /** Closing may take the row of the focused node away. Then the nearest container around it gets the focus. */
  const setExpansion = (expansion: Expansion) => {
    const shown = visibleRows(document, expansion);
    setState({ expansion, active: at(shown, rowOf(shown, state.active)) });
  };
  return {
    ...state,
    rows,
    matches,
    query,
    setQuery,
    searched: deferredQuery,
    /** The index of the focused match, or -1. */
    match: matches.nodes.indexOf(state.active),
    focus: (active: number) => setState({ ...state, active }),
    toggle: (node: number) => {
      const isOpen = at(state.expansion, node) === 1;
      setState({ expansion: toggled(state.expansion, node, !isOpen), active: node });
    },
    expandTo: (depth: number) => setExpansion(expandedTo(document, depth)),
    goToMatch: (direction: 1 | -1) => {
      // The search may not have reached the latest input yet. Then it starts from that input's first match.
      const isBehind = led.current !== query;
      const found = query === deferredQuery ? matches : searchJson(document, query);
      led.current = query;
      const from = isBehind ? (found.nodes[0] ?? 0) : state.active;
      const node = nextMatch(found.nodes, from, direction);
      if (node >= 0) reveal(node);
    },
    /** Handles a key. Gives whether it has a meaning in the tree. */
    press: (key: string): boolean => {
      const next = afterKey(document, rows, state, key);
      if (next !== undefined) setState(next);
      return next !== undefined;
    },
  };
}

export type JsonTreeState = ReturnType<typeof useJsonTree>;
