import type { ValueSchema } from '@hookwell/shape';
import { type KeyboardEvent, useId, useState } from 'react';
import { ExpandButtons } from '../detail/json/expand-buttons.tsx';
import { at } from '../detail/json/json-document.ts';
import { rowOf } from '../detail/json/json-expansion.ts';
import { Rows } from '../detail/text/rows.tsx';
import { ShapeRow } from './shape-row.tsx';
import { useShapeTree } from './use-shape-tree.ts';

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
        <ExpandButtons expandTo={shown.expandTo} />
      </div>
      <div
        className="group/tree max-h-[60dvh] min-h-24 overflow-auto py-1 font-mono text-[0.8125rem] -outline-offset-2 outline-accent [font-variant-ligatures:none] has-[[role=tree]:focus-visible]:outline-2"
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
