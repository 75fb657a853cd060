import { type RefObject, useEffect, useRef } from 'react';
import { ProblemText } from '../../request/problem-text.tsx';
import { WarningIcon } from '../../ui/icons.tsx';
import { ChevronRightIcon } from '../../ui/part-icons.tsx';
import { type CurrentHit, useCentred } from '../search/searched.ts';
import { at, hasChildren, isCutOff, type JsonDocument } from './json-document.ts';
import { NodeName, NodeValue } from './json-node-text.tsx';

interface NodeProblemsProps {
  problems: readonly string[] | undefined;
  /** How much is wrong with the values inside, which are not seen. */
  insideCount: number;
}

const look =
  'ml-2 inline-flex items-center gap-1 rounded px-1.5 font-sans text-xs/5 font-medium bg-danger-soft text-danger';

/** What is wrong with a node, behind its value. */
function NodeProblems({ problems = [], insideCount }: NodeProblemsProps) {
  return (
    <>
      {problems.map((problem) => (
        <span className={look} key={problem}>
          <WarningIcon className="size-3" />
          <ProblemText problem={problem} />
        </span>
      ))}
      {insideCount > 0 && (
        <span className={look}>
          <WarningIcon className="size-3" />
          {insideCount === 1 ? '1 difference inside' : `${insideCount} differences inside`}
        </span>
      )}
    </>
  );
}

interface JsonTreeRowProps {
  document: JsonDocument;
  node: number;
  id: string;
  isOpen: boolean;
  isActive: boolean;
  /** Whether the keyboard has reached it. */
  isReached: boolean;
  /** Given if the search has gone to it. */
  hit: CurrentHit | undefined;
  searched: string;
  /** What is wrong with its value, in words. */
  problems: readonly string[] | undefined;
  /** How much is wrong with the values inside. */
  insideCount: number;
  onFocus: () => void;
  onToggle: () => void;
}

/** Deeper rows are not indented further. In rem. */
const deepestIndent = 24;

export function JsonTreeRow(props: JsonTreeRowProps) {
  const { document, node, id, isOpen, isActive, searched, onFocus, onToggle } = props;
  const { problems, insideCount, hit, isReached } = props;
  const canOpen = hasChildren(document, node);
  const depth = at(document.depths, node);
  const parent = at(document.parents, node);
  const row = useCentred<HTMLDivElement>(hit);
  useScrolledTo(row, isActive);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's
    <div
      aria-expanded={canOpen ? isOpen : undefined}
      aria-level={depth + 1}
      aria-posinset={at(document.places, node) + 1}
      aria-selected={isActive}
      aria-setsize={siblingCount(document, parent)}
      className={`flex h-6 cursor-default items-center pr-4 whitespace-pre ${isActive ? 'bg-raised group-has-[[role=tree]:focus-visible]/tree:bg-accent-soft' : 'hover:bg-raised/50'} ${hit === undefined ? '' : 'shadow-[inset_2px_0_var(--accent)]'}`}
      id={id}
      onClick={canOpen ? onToggle : onFocus}
      ref={row}
      role="treeitem"
      style={{ paddingLeft: `${Math.min(depth, deepestIndent) + 0.25}rem` }}
    >
      <span className="flex w-5 shrink-0 justify-center text-muted">
        {canOpen && (
          <ChevronRightIcon
            className={`size-3.5 transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
        )}
      </span>
      <NodeName document={document} hit={hit} node={node} searched={searched} />
      <NodeValue
        document={document}
        hit={hit}
        isOpen={isOpen}
        isReached={isReached}
        node={node}
        searched={searched}
      />
      <NodeProblems insideCount={isOpen ? 0 : insideCount} problems={problems} />
    </div>
  );
}

/** Scrolls to the active row. The browser does not, since it focuses the tree and not the row. */
function useScrolledTo(row: RefObject<HTMLDivElement | null>, isActive: boolean): void {
  const wasActive = useRef(true);
  useEffect(() => {
    if (isActive && !wasActive.current)
      row.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    wasActive.current = isActive;
  }, [row, isActive]);
}

/** The number of children of a node; -1 stands for an unknown number (WAI-ARIA, aria-setsize). */
function siblingCount(document: JsonDocument, parent: number): number {
  if (parent < 0) return 1;
  return isCutOff(document, parent) ? -1 : at(document.childCounts, parent);
}
