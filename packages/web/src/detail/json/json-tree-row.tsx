import { type RefObject, useEffect, useRef } from 'react';
import { ProblemText, ShownText } from '../../request/shown-text.tsx';
import { formatCount } from '../../ui/format.ts';
import { WarningIcon } from '../../ui/icons.tsx';
import { ChevronRightIcon } from '../../ui/part-icons.tsx';
import { ExplainedValue, longestToken } from '../text/explained-value.tsx';
import { type CurrentHit, SearchedText, useCentred } from '../text/searched-text.tsx';
import {
  at,
  hasChildren,
  hasNames,
  holdsJson,
  isCutOff,
  type JsonDocument,
  JsonKind,
  keyText,
  kindOf,
  valueText,
} from './json-document.ts';

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

interface NodeProps {
  document: JsonDocument;
  node: number;
  searched: string;
  /** Given if the search stands at the node. */
  hit: CurrentHit | undefined;
}

/** The name of a node, or its place in an array. */
function NodeName({ document, node, searched, hit }: NodeProps) {
  const key = keyText(document, node);
  const isElement = key === undefined && node > 0;
  if (isElement) return <span className="text-muted">{at(document.places, node)}: </span>;
  if (key === undefined) return null;
  return (
    <span className="[unicode-bidi:isolate]">
      <SearchedText
        className="text-json-name"
        hit={hit}
        searched={searched}
        text={shortened(key.slice(1, -1))}
      />
      <span className="text-muted">: </span>
    </span>
  );
}

const tones: Readonly<Record<JsonKind, string>> = {
  [JsonKind.object]: 'text-muted',
  [JsonKind.array]: 'text-muted',
  [JsonKind.string]: 'text-json-string',
  [JsonKind.number]: 'text-json-number',
  [JsonKind.true]: 'text-json-word',
  [JsonKind.false]: 'text-json-word',
  [JsonKind.null]: 'text-json-word',
};

interface NodeValueProps extends NodeProps {
  isOpen: boolean;
  /** Whether the keyboard has reached the row. */
  isReached: boolean;
}

/** The value of a node, or the number of its children. */
function NodeValue(props: NodeValueProps) {
  const { document, node, searched, hit, isOpen, isReached } = props;
  const kind = kindOf(document, node);
  if (kind <= JsonKind.array || holdsJson(document, node)) {
    return (
      <span className="text-muted">
        {childrenWords(document, node)}
        {holdsJson(document, node) && <TextMark />}
        {!isOpen && at(document.childCounts, node) > 0 && (
          <Preview document={document} node={node} />
        )}
      </span>
    );
  }
  const text = valueText(document, node);
  const meant = text.length > longestToken ? '' : text.replace(/^"|"$/g, '');
  return (
    <span className="[unicode-bidi:isolate]">
      <ExplainedValue isReached={isReached} text={meant}>
        <SearchedText
          className={tones[kind]}
          hit={hit}
          searched={searched}
          text={shortened(text)}
        />
      </ExplainedValue>
    </span>
  );
}

/** Tells texts that hold JSON from JSON. */
function TextMark() {
  return (
    <span
      className="ml-2 rounded bg-raised px-1.5 py-0.5 font-sans text-xs text-text ring-1 ring-line"
      title="The sender sent this JSON in a string. Value copies the string as sent."
    >
      string that contains JSON
    </span>
  );
}

/** `{ 3 keys }`, or `{ 3 keys so far }` if the body is cut off inside. */
function childrenWords(document: JsonDocument, node: number): string {
  const count = at(document.childCounts, node);
  const isCut = isCutOff(document, node);
  const isObject =
    count > 0 ? hasNames(document, node) : kindOf(document, node) === JsonKind.object;
  const [open, close] = isObject ? ['{', '}'] : ['[', ']'];
  if (count === 0) return isCut ? `${open} … ${close}` : `${open}${close}`;
  const noun = (isObject ? 'key' : 'item') + (count === 1 ? '' : 's');
  return `${open} ${formatCount(count)} ${noun}${isCut ? ' so far' : ''} ${close}`;
}

const longestPreviewCharacters = 120;

/** The beginning of a closed node, as it was sent. */
function Preview({ document, node }: Pick<NodeProps, 'document' | 'node'>) {
  const start = at(document.starts, node);
  const text = document.text.slice(
    start,
    Math.min(at(document.ends, node), start + longestPreviewCharacters),
  );
  return (
    <span className="pl-3 [unicode-bidi:isolate]">
      <ShownText text={text.replace(/\s+/g, ' ')} />
    </span>
  );
}

const longestShownCharacters = 300;

/** Cuts a long text. The bar below the tree shows all of it. */
function shortened(text: string): string {
  return text.length <= longestShownCharacters ? text : `${text.slice(0, longestShownCharacters)}…`;
}
