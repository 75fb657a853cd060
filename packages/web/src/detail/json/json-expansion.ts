import { at, hasChildren, type Tree } from './json-document.ts';

/** By node: 1 for an open container or text. An expansion is never changed, but copied. */
export type Expansion = Uint8Array;

/** Opens as many levels as fit into so many rows, but always the first. */
export function firstExpansion(tree: Tree, mostRows = 400): Expansion {
  const rowsAt: number[] = [];
  for (let node = 0; node < tree.size; node++) {
    const depth = at(tree.depths, node);
    rowsAt[depth] = (rowsAt[depth] ?? 0) + 1;
  }
  let depth = 0;
  let rows = 1;
  while (depth < rowsAt.length && (depth === 0 || rows <= mostRows)) {
    depth++;
    rows += rowsAt[depth] ?? 0;
  }
  return expandedTo(tree, rows <= mostRows ? depth : Math.max(1, depth - 1));
}

/** Opens the containers above the depth: 0 closes all, Infinity opens all. */
export function expandedTo(tree: Tree, depth: number): Expansion {
  const expansion = new Uint8Array(tree.size);
  for (let node = 0; node < tree.size; node++) {
    if (hasChildren(tree, node) && at(tree.depths, node) < depth) expansion[node] = 1;
  }
  return expansion;
}

export function toggled(expansion: Expansion, node: number, isOpen: boolean): Expansion {
  if (at(expansion, node) === Number(isOpen)) return expansion;
  const changed = expansion.slice();
  changed[node] = Number(isOpen);
  return changed;
}

/** Opens everything around a node, so that it has a row. */
export function revealed(tree: Tree, expansion: Expansion, node: number): Expansion {
  const changed = expansion.slice();
  for (let above = at(tree.parents, node); above >= 0; above = at(tree.parents, above)) {
    changed[above] = 1;
  }
  return changed;
}

/** Opens a container and its siblings. */
function siblingsExpanded(tree: Tree, expansion: Expansion, node: number): Expansion {
  const parent = at(tree.parents, node);
  const changed = expansion.slice();
  const end = parent < 0 ? 1 : at(tree.afters, parent);
  for (let beside = parent + 1; beside < end; beside = at(tree.afters, beside)) {
    if (hasChildren(tree, beside)) changed[beside] = 1;
  }
  return changed;
}

/** The nodes with a row, in order. */
export function visibleRows(tree: Tree, expansion: Expansion): Int32Array {
  const rows = new Int32Array(tree.size);
  let count = 0;
  let node = 0;
  while (node < tree.size) {
    rows[count++] = node;
    const skips = hasChildren(tree, node) && at(expansion, node) === 0;
    node = skips ? at(tree.afters, node) : node + 1;
  }
  return rows.slice(0, count);
}

/** The row of a node, or of the nearest visible container around it. */
export function rowOf(rows: Int32Array, node: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at(rows, middle) <= node) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface TreeState {
  expansion: Expansion;
  /** The node that has the focus. */
  active: number;
}

const rowsOfPage = 20;

/**
 * The state of the tree after a key (ARIA Authoring Practices, tree view pattern), or `undefined` for keys without a
 * meaning in the tree.
 */
export function afterKey(
  tree: Tree,
  rows: Int32Array,
  { expansion, active }: TreeState,
  key: string,
): TreeState | undefined {
  const row = rowOf(rows, active);
  const isOpen = at(expansion, active) === 1;
  const canOpen = hasChildren(tree, active);
  const to = (target: number): TreeState => ({
    expansion,
    active: at(rows, Math.min(Math.max(target, 0), rows.length - 1)),
  });
  switch (key) {
    case 'ArrowDown':
      return to(row + 1);
    case 'ArrowUp':
      return to(row - 1);
    case 'PageDown':
      return to(row + rowsOfPage);
    case 'PageUp':
      return to(row - rowsOfPage);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (!canOpen) return { expansion, active };
      return isOpen ? to(row + 1) : { expansion: toggled(expansion, active, true), active };
    case 'ArrowLeft':
      if (canOpen && isOpen) return { expansion: toggled(expansion, active, false), active };
      return { expansion, active: Math.max(0, at(tree.parents, active)) };
    case 'Enter':
    case ' ':
      return { expansion: canOpen ? toggled(expansion, active, !isOpen) : expansion, active };
    case '*':
      return { expansion: siblingsExpanded(tree, expansion, active), active };
    default:
      return undefined;
  }
}
