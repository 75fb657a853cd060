import { useEffect, useRef } from 'react';
import { plural } from '../../ui/format.ts';
import { ChevronRightIcon } from '../../ui/icons.tsx';
import { SearchedText } from '../text/searched-text.tsx';
import { ShownText } from '../text/shown-text.tsx';
import {
  at,
  isContainer,
  type JsonDocument,
  JsonKind,
  keyText,
  kindOf,
  valueText,
} from './json-document.ts';

interface JsonTreeRowProps {
  document: JsonDocument;
  node: number;
  id: string;
  isOpen: boolean;
  isActive: boolean;
  searched: string;
  onFocus: () => void;
  onToggle: () => void;
}

/** Deeper rows are not indented further. In rem. */
const deepestIndent = 24;

export function JsonTreeRow(props: JsonTreeRowProps) {
  const { document, node, id, isOpen, isActive, searched, onFocus, onToggle } = props;
  const canOpen = isContainer(document, node) && at(document.childCounts, node) > 0;
  const depth = at(document.depths, node);
  const parent = at(document.parents, node);
  const row = useScrolledTo(isActive);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's
    <div
      aria-expanded={canOpen ? isOpen : undefined}
      aria-level={depth + 1}
      aria-posinset={at(document.places, node) + 1}
      aria-selected={isActive}
      aria-setsize={parent < 0 ? 1 : at(document.childCounts, parent)}
      className={`flex h-6 cursor-default items-center pr-4 whitespace-pre hover:bg-raised ${isActive ? 'bg-raised group-has-[[role=tree]:focus-visible]/tree:bg-accent-soft' : ''}`}
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
      <NodeName document={document} node={node} searched={searched} />
      <NodeValue document={document} isOpen={isOpen} node={node} searched={searched} />
    </div>
  );
}

/** Scrolls to the active row. The browser does not, since it focuses the tree and not the row. */
function useScrolledTo(isActive: boolean) {
  const row = useRef<HTMLDivElement>(null);
  const wasActive = useRef(true);
  useEffect(() => {
    if (isActive && !wasActive.current)
      row.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    wasActive.current = isActive;
  }, [isActive]);
  return row;
}

interface NodeProps {
  document: JsonDocument;
  node: number;
  searched: string;
}

function NodeName({ document, node, searched }: NodeProps) {
  const key = keyText(document, node);
  const isElement = key === undefined && node > 0;
  if (isElement) return <span className="text-muted">{at(document.places, node)}: </span>;
  if (key === undefined) return null;
  return (
    <span className="[unicode-bidi:isolate]">
      <SearchedText
        className="text-accent"
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
  [JsonKind.string]: 'text-post',
  [JsonKind.number]: 'text-patch',
  [JsonKind.true]: 'text-put',
  [JsonKind.false]: 'text-put',
  [JsonKind.null]: 'text-put',
};

function NodeValue({ document, node, searched, isOpen }: NodeProps & { isOpen: boolean }) {
  const kind = kindOf(document, node);
  const count = at(document.childCounts, node);
  if (kind <= JsonKind.array) {
    const isObject = kind === JsonKind.object;
    if (count === 0) return <span className="text-muted">{isObject ? '{}' : '[]'}</span>;
    return (
      <span className="text-muted">
        {isObject ? `{ ${plural(count, 'key')} }` : `[ ${plural(count, 'item')} ]`}
        {!isOpen && <Preview document={document} node={node} />}
      </span>
    );
  }
  return (
    <span className="[unicode-bidi:isolate]">
      <SearchedText
        className={tones[kind]}
        searched={searched}
        text={shortened(valueText(document, node))}
      />
    </span>
  );
}

const longestPreviewCharacters = 120;

/** The beginning of a closed container, as it was sent. */
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
