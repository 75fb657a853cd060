import { at, hasChildren, type Tree } from './json-document.ts';
import { type Expansion, rowOf, siblingsExpanded, toggled } from './json-expansion.ts';

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
