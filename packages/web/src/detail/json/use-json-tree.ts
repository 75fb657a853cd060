import { useMemo, useState } from 'react';
import type { CurrentHit } from '../search/searched.ts';
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
import { afterKey, type TreeState } from './json-tree-keys.ts';

/**
 * The state of one tree: its open containers and its focus.
 * @param shown nodes that have a row at first
 * @param hit the node that the search of the body has gone to
 */
export function useJsonTree(
  document: JsonDocument,
  shown: Iterable<number>,
  hit: CurrentHit | undefined,
) {
  const [state, setState] = useState<TreeState>(() => ({
    expansion: [...shown].reduce(
      (expansion, node) => revealed(document, expansion, node),
      firstExpansion(document),
    ),
    active: 0,
  }));
  const [lastHit, setLastHit] = useState<CurrentHit>();
  if (hit !== lastHit) {
    setLastHit(hit);
    if (hit !== undefined)
      setState({ expansion: revealed(document, state.expansion, hit.hit), active: hit.hit });
  }
  const rows = useMemo(() => visibleRows(document, state.expansion), [document, state.expansion]);

  /** Closing may take the row of the focused node away. Then the nearest container around it gets the focus. */
  const setExpansion = (expansion: Expansion) => {
    const shown = visibleRows(document, expansion);
    setState({ expansion, active: at(shown, rowOf(shown, state.active)) });
  };
  return {
    ...state,
    rows,
    focus: (active: number) => setState({ ...state, active }),
    toggle: (node: number) => {
      const isOpen = at(state.expansion, node) === 1;
      setState({ expansion: toggled(state.expansion, node, !isOpen), active: node });
    },
    expandTo: (depth: number) => setExpansion(expandedTo(document, depth)),
    /** Handles a key. Gives whether it has a meaning in the tree. */
    press: (key: string): boolean => {
      const next = afterKey(document, rows, state, key);
      if (next !== undefined) setState(next);
      return next !== undefined;
    },
  };
}
