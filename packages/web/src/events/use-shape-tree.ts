import type { ValueSchema } from '@hookwell/shape';
import { useMemo, useState } from 'react';
import { at } from '../detail/json/json-document.ts';
import {
  type Expansion,
  expandedTo,
  firstExpansion,
  rowOf,
  toggled,
  visibleRows,
} from '../detail/json/json-expansion.ts';
import { afterKey, type TreeState } from '../detail/json/json-tree-keys.ts';
import { type ShapeTree, shapeTree } from './shape-nodes.ts';

/** The state of one tree: what is open, and where the focus is. A tree with other members begins anew. */
export function useShapeTree(schema: ValueSchema) {
  const tree = useMemo(() => shapeTree(schema), [schema]);
  const [state, setState] = useState<TreeState & { of: ShapeTree }>(() => begun(tree));
  if (state.of !== tree)
    setState(hasSameNodes(state.of, tree) ? { ...state, of: tree } : begun(tree));
  const rows = useMemo(() => visibleRows(tree, state.expansion), [tree, state.expansion]);
  const change = (changed: TreeState) => setState({ ...changed, of: tree });
  /** Closing may take the row of the focused node away. Then the nearest container around it gets the focus. */
  const setExpansion = (expansion: Expansion) => {
    const shown = visibleRows(tree, expansion);
    change({ expansion, active: at(shown, rowOf(shown, state.active)) });
  };
  return {
    tree,
    rows,
    expansion: state.expansion,
    active: state.active,
    focus: (active: number) => change({ ...state, active }),
    toggle: (node: number) => {
      const isOpen = at(state.expansion, node) === 1;
      change({ expansion: toggled(state.expansion, node, !isOpen), active: node });
    },
    expandTo: (depth: number) => setExpansion(expandedTo(tree, depth)),
    /** Handles a key. Gives whether it has a meaning in the tree. */
    press: (key: string): boolean => {
      const next = afterKey(tree, rows, state, key);
      if (next !== undefined) change(next);
      return next !== undefined;
    },
  };
}

function begun(tree: ShapeTree): TreeState & { of: ShapeTree } {
  return { of: tree, expansion: firstExpansion(tree), active: 0 };
}

/** Whether only shares and types have changed since, so that what was opened can stay open. */
function hasSameNodes(one: ShapeTree, other: ShapeTree): boolean {
  return (
    one.size === other.size &&
    one.nodes.every(
      ({ name }, node) =>
        name === other.nodes[node]?.name && at(one.parents, node) === at(other.parents, node),
    )
  );
}
