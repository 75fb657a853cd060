import { at, hasChildren } from '../detail/json/json-document.ts';
import { ShownText, shownCharacters } from '../request/shown-text.tsx';
import { ChevronRightIcon } from '../ui/part-icons.tsx';
import type { ShapeNode, ShapeTree } from './shape-nodes.ts';
import { presenceWords } from './shape-words.ts';

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
export function ShapeRow(props: ShapeRowProps) {
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
