import type { ValueSchema } from '@hookwell/core/schema';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { at } from '../detail/json/json-document.ts';
import {
  afterKey,
  type Expansion,
  expandedTo,
  firstExpansion,
  rowOf,
  type TreeState,
  toggled,
  visibleRows,
} from '../detail/json/json-expansion.ts';
import { Rows, scrollerClass } from '../detail/text/rows.tsx';
import { Button } from '../ui/controls.tsx';
import { type ShapeTree, shapeTree } from './shape-nodes.ts';
import { ShapeRow } from './shape-row.tsx';

const rowHeight = 26;

/** The shape of a body as a tree (ARIA Authoring Practices, tree view), with how often each member is there. */
export function ShapeView({ schema }: { schema: ValueSchema }) {
  const shown = useShapeTree(schema);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const id = useId();
  const { tree, rows, expansion, active } = shown;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (shown.press(event.key)) event.preventDefault();
  };
  return (
    <>
      <div className="flex items-center gap-1 border-b border-line px-2 py-0.5">
        <p className="mr-auto pl-1 text-xs text-muted">How often each member is there</p>
        <Button
          aria-label="Expand all"
          onClick={() => shown.expandTo(Number.POSITIVE_INFINITY)}
          size="small"
          tone="quiet"
        >
          Expand
        </Button>
        <Button
          aria-label="Collapse all"
          onClick={() => shown.expandTo(1)}
          size="small"
          tone="quiet"
        >
          Collapse
        </Button>
      </div>
      <div
        className={`${scrollerClass} group/tree max-h-[60dvh] min-h-24 py-1 font-mono text-[0.8125rem] -outline-offset-2 outline-accent has-[[role=tree]:focus-visible]:outline-2`}
        ref={setScroller}
      >
        <Rows
          around={(inside) => (
            <div
              aria-activedescendant={`${id}${active}`}
              aria-label="Shape of the body"
              className="outline-none"
              onKeyDown={onKeyDown}
              role="tree"
              tabIndex={0}
            >
              {inside}
            </div>
          )}
          count={rows.length}
          isWhole={rows.length <= 150}
          noun="Rows"
          revealed={rowOf(rows, active)}
          row={(index) => {
            const node = at(rows, index);
            return (
              <ShapeRow
                id={`${id}${node}`}
                isActive={node === active}
                isOpen={at(expansion, node) === 1}
                key={node}
                node={node}
                onFocus={() => shown.focus(node)}
                onToggle={() => shown.toggle(node)}
                tree={tree}
              />
            );
          }}
          rowHeight={rowHeight}
          scroller={scroller}
        />
      </div>
    </>
  );
}

/** The state of one tree: what is open, and where the focus is. A tree with other members begins anew. */
function useShapeTree(schema: ValueSchema) {
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
