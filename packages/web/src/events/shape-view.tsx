import type { ValueSchema } from '@hookwell/shape';
import { type KeyboardEvent, useId, useState } from 'react';
import { at } from '../detail/json/json-document.ts';
import { rowOf } from '../detail/json/json-expansion.ts';
import { Rows, scrollerClass } from '../detail/text/rows.tsx';
import { Button } from '../ui/button.tsx';
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
