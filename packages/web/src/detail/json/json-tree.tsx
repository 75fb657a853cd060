import { type KeyboardEvent, useCallback, useId, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Narrow } from '../../search/use-language.ts';
import { buttonClass } from '../../ui/controls.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ExpandIcon } from '../../ui/part-icons.tsx';
import { type Hits, textHits } from '../search/hits.ts';
import { BarLabel } from '../search/searchable-body.tsx';
import { Rows, scrollerClass } from '../text/rows.tsx';
import { type CurrentHit, useSearched } from '../text/searched-text.tsx';
import { at, decoded, hasChildren, isContainer, type JsonDocument } from './json-document.ts';
import {
  afterKey,
  type Expansion,
  expandedTo,
  firstExpansion,
  revealed,
  rowOf,
  type TreeState,
  toggled,
  visibleRows,
} from './json-expansion.ts';
import { JsonNodeBar } from './json-node-bar.tsx';
import { type JsonDifference, placeDifferences } from './json-path.ts';
import { JsonTreeRow } from './json-tree-row.tsx';
import { withTextsOpened } from './texts-opened.ts';

/** Longer names and values are read in slices, and only as they are written. */
const longestAtOnce = 32 * 1024;

/** Finds a text in names, and in values without children. Case does not matter. Each hit is the number of a node. */
function* treeHits(document: JsonDocument, query: string): Hits {
  const wanted = query.toLowerCase();
  if (wanted === '') return;
  let read = 0;
  for (let node = 0; node < document.size; node++) {
    const key = at(document.keyStarts, node);
    const isLeaf = !isContainer(document, node) && !hasChildren(document, node);
    const tokens = [
      ...(key < 0 ? [] : [[key, at(document.keyEnds, node)] as const]),
      ...(isLeaf ? [[at(document.starts, node), at(document.ends, node)] as const] : []),
    ];
    for (const [start, end] of tokens) {
      read += end - start;
      const isHit =
        end - start > longestAtOnce
          ? yield* isInLong(document.text, query, start, end)
          : includes(document.text.slice(start, end), wanted);
      if (!isHit) continue;
      yield node;
      break;
    }
    read += 16;
    if (read < longestAtOnce) continue;
    read = 0;
    yield undefined;
  }
}

/** Whether the token has the text, as it is written or as it is meant. */
function includes(token: string, wanted: string): boolean {
  if (token.toLowerCase().includes(wanted)) return true;
  return (
    token.startsWith('"') && token.includes('\\') && decoded(token).toLowerCase().includes(wanted)
  );
}

function* isInLong(
  text: string,
  query: string,
  start: number,
  end: number,
): Generator<undefined, boolean> {
  for (const hit of textHits(text, query, start, end)) {
    if (hit !== undefined) return true;
    yield undefined;
  }
  return false;
}

const rowHeight = 24;

interface JsonTreeProps {
  document: JsonDocument;
  /** Names the tree for screen readers. */
  label?: string;
  /** The part that the tree shows, in words: `the body`. */
  whole?: string;
  /** `fill` takes all the height that there is, `content` at most this share of the page. */
  height?: 'fill' | 'content';
  /** The place for its tools, in a bar above it. */
  slot: HTMLElement | null;
  /** What is wrong with its values, to be said at them. */
  differences?: readonly JsonDifference[] | undefined;
  /** Narrows the list to requests with a value of the tree. */
  onNarrow?: Narrow | undefined;
}

const noDifferences: readonly JsonDifference[] = [];

const heights = { fill: 'h-full', content: 'max-h-[60dvh]' } as const;

/**
 * A JSON document as a tree (ARIA Authoring Practices, tree view), over the sender's own text. Texts that hold JSON
 * themselves can be opened like containers.
 */
export function JsonTree({ document: sent, slot, ...options }: JsonTreeProps) {
  const { label = 'JSON', whole = 'the body', height = 'fill' } = options;
  const { differences = noDifferences, onNarrow } = options;
  const document = useMemo(() => withTextsOpened(sent), [sent]);
  const placed = useMemo(() => placeDifferences(document, differences), [document, differences]);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const find = useCallback((query: string) => treeHits(document, query), [document]);
  const { query, current } = useSearched(scroller, find);
  const tree = useJsonTree(document, placed.problems.keys(), current);
  const [isByKeyboard, setByKeyboard] = useState(false);
  const id = useId();
  const { rows, expansion, active } = tree;
  const row = (index: number) => {
    const node = at(rows, index);
    return (
      <JsonTreeRow
        document={document}
        hit={node === current?.hit ? current : undefined}
        id={`${id}${node}`}
        isActive={node === active}
        isOpen={at(expansion, node) === 1}
        isReached={isByKeyboard && node === active}
        key={node}
        insideCount={placed.inside.get(node) ?? 0}
        node={node}
        onFocus={() => tree.focus(node)}
        onToggle={() => tree.toggle(node)}
        problems={placed.problems.get(node)}
        searched={query}
      />
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    setByKeyboard(true);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Enter on a value means nothing to the tree, so it is left to others.
    if (event.key === 'Enter' && !hasChildren(document, active)) return;
    if (tree.press(event.key)) event.preventDefault();
  };
  return (
    <div className={`flex min-h-0 flex-col ${heights[height]}`}>
      <JsonTreeTools expandTo={tree.expandTo} slot={slot} />
      <div
        className={`${scrollerClass} group/tree min-h-0 grow py-1 font-mono text-[0.8125rem] -outline-offset-2 outline-accent has-[[role=tree]:focus-visible]:outline-2`}
        ref={setScroller}
      >
        <Rows
          around={(shown) => (
            <div
              aria-activedescendant={`${id}${active}`}
              aria-label={label}
              className="min-h-full outline-none"
              onBlur={() => setByKeyboard(false)}
              onFocus={(event) => setByKeyboard(event.currentTarget.matches(':focus-visible'))}
              onKeyDown={onKeyDown}
              onPointerDown={() => setByKeyboard(false)}
              role="tree"
              tabIndex={0}
            >
              {shown}
            </div>
          )}
          count={rows.length}
          hit={current}
          isWhole={rows.length <= 150}
          noun="Rows"
          revealed={rowOf(rows, active)}
          row={row}
          rowHeight={rowHeight}
          scroller={scroller}
        />
      </div>
      <JsonNodeBar document={document} node={active} onNarrow={onNarrow} whole={whole} />
    </div>
  );
}

interface JsonTreeToolsProps {
  /** The place for the tools in the bar above the tree. */
  slot: HTMLElement | null;
  expandTo: (depth: number) => void;
}

/** The menu that opens and closes the levels of a tree. */
function JsonTreeTools({ slot, expandTo }: JsonTreeToolsProps) {
  if (slot === null) return null;
  const levels = (depth: number) => ({
    label: depth === 1 ? 'First level' : `${depth} levels`,
    run: () => expandTo(depth),
  });
  return createPortal(
    <Menu
      align="end"
      className={buttonClass('quiet', 'small')}
      entries={[
        { label: 'Expand all', run: () => expandTo(Number.POSITIVE_INFINITY) },
        { label: 'Collapse all', run: () => expandTo(0) },
        ...[1, 2, 3, 4, 5].map(levels),
      ]}
      title="Expand or collapse the levels of the tree"
    >
      <ExpandIcon className="size-3.5" />
      <BarLabel>Expand</BarLabel>
    </Menu>,
    slot,
  );
}

/**
 * The state of one tree: its open containers and its focus.
 * @param shown nodes that have a row at first
 * @param hit the node that the search of the body has gone to
 */
function useJsonTree(document: JsonDocument, shown: Iterable<number>, hit: CurrentHit | undefined) {
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
