import { createPortal } from 'react-dom';
import { buttonClass } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ExpandIcon } from '../../ui/part-icons.tsx';
import { BarLabel } from '../search/searchable-body.tsx';

interface JsonTreeToolsProps {
  /** The place for the tools in the bar above the tree. */
  slot: HTMLElement | null;
  expandTo: (depth: number) => void;
}

/** The menu that opens and closes the levels of a tree. */
export function JsonTreeTools({ slot, expandTo }: JsonTreeToolsProps) {
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
