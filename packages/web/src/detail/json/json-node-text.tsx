import { ShownText } from '../../request/shown-text.tsx';
import { formatCount } from '../../ui/format.ts';
import type { CurrentHit } from '../search/searched.ts';
import { ExplainedValue } from '../text/explained-value.tsx';
import { longestToken } from '../text/explanation.ts';
import { SearchedText } from '../text/searched-text.tsx';
import {
  at,
  hasNames,
  holdsJson,
  isCutOff,
  type JsonDocument,
  JsonKind,
  keyText,
  kindOf,
  valueText,
} from './json-document.ts';

interface NodeProps {
  document: JsonDocument;
  node: number;
  searched: string;
  /** Given if the search stands at the node. */
  hit: CurrentHit | undefined;
}

/** The name of a node, or its place in an array. */
export function NodeName({ document, node, searched, hit }: NodeProps) {
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
export function NodeValue(props: NodeValueProps) {
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
