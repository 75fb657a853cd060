import type { ValueSchema } from '@hookwell/core/schema';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { at, hasChildren } from '../detail/json/json-document.ts';
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
import { ShownText, shownCharacters } from '../request/shown-text.tsx';
import { Button } from '../ui/controls.tsx';
import { ChevronRightIcon } from '../ui/part-icons.tsx';
import { presenceWords, type ShapeNode, type ShapeTree, shapeTree } from './shape-nodes.ts';

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

interface ShapeRowProps {
  tree: ShapeTree;
  node: number;
  id: string;
  isOpen: boolean;
  isActive: boolean;
  onFocus: () => void;
  onToggle: () => void;
}

/** Deeper rows are not indented further. In rem. */
const deepestIndent = 24;
const longestShownCharacters = 200;

/** One value of the shape: how often it is there, its name and its types. */
function ShapeRow(props: ShapeRowProps) {
  const { tree, node, id, isOpen, isActive, onFocus, onToggle } = props;
  const shape = tree.nodes[node];
  if (shape === undefined) return null;
  const canOpen = hasChildren(tree, node);
  const depth = at(tree.depths, node);
  const parent = at(tree.parents, node);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's
    <div
      aria-expanded={canOpen ? isOpen : undefined}
      aria-level={depth + 1}
      aria-posinset={at(tree.places, node) + 1}
      aria-selected={isActive}
      aria-setsize={parent < 0 ? 1 : at(tree.childCounts, parent)}
      className={`flex h-6.5 cursor-default items-center pr-4 whitespace-pre ${isActive ? 'bg-raised group-has-[[role=tree]:focus-visible]/tree:bg-accent-soft' : 'hover:bg-raised/50'}`}
      id={id}
      onClick={canOpen ? onToggle : onFocus}
      role="treeitem"
    >
      <Presence present={shape.present} />
      <span
        className="flex shrink-0 justify-end text-muted"
        style={{ width: `${Math.min(depth, deepestIndent) + 1.25}rem` }}
      >
        {canOpen && (
          <ChevronRightIcon
            className={`size-3.5 transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
        )}
      </span>
      <span className="pl-1">
        <NodeName shape={shape} />
        <span className="text-muted">: </span>
        {shape.types}
      </span>
      {shape.format !== undefined && (
        <span className="ml-2 rounded bg-raised px-1.5 font-sans text-xs text-muted ring-1 ring-line">
          {shape.format}
        </span>
      )}
    </div>
  );
}

/** The share as a bar and in words. It stands before the names, where rows of any depth can be compared. */
function Presence({ present }: Pick<ShapeNode, 'present'>) {
  return (
    <span className="flex w-26 shrink-0 items-center gap-2 pl-3 font-sans text-xs text-muted tabular-nums max-sm:w-22">
      {present !== undefined && (
        <>
          <span
            aria-hidden="true"
            className="drawn h-1.5 w-8 shrink-0 overflow-hidden rounded-full bg-line max-sm:w-5"
          >
            <span
              className="drawn block h-full rounded-full bg-accent"
              style={{ width: `${Math.max(present * 100, 4)}%` }}
            />
          </span>
          {presenceWords(present)}
        </>
      )}
    </span>
  );
}

function NodeName({ shape: { kind, name } }: { shape: ShapeNode }) {
  if (kind === 'member') {
    const shown =
      name.length > longestShownCharacters ? `${name.slice(0, longestShownCharacters)}…` : name;
    return (
      <span className="text-json-name [unicode-bidi:isolate]" title={shownCharacters(name)}>
        {name === '' ? '""' : <ShownText text={shown} />}
      </span>
    );
  }
  return <span className="font-sans text-muted italic">{words[kind]}</span>;
}

const words = { body: 'the body', any: 'any name', item: 'each item' } as const;
