import { ShownText } from '../../request/shown-text.tsx';
import type { Narrow } from '../../search/use-language.ts';
import { Button } from '../../ui/controls.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatBytes } from '../../ui/format.ts';
import { FunnelIcon } from '../../ui/part-icons.tsx';
import {
  at,
  decoded,
  holdsJson,
  isContainer,
  isCutOff,
  type JsonDocument,
  valueText,
} from './json-document.ts';
import { pathOf, searchFor } from './json-path.ts';

/** Longer values are cut off in their row, so the bar shows them too. */
const longestInRowCharacters = 80;
const longestShownCharacters = 5000;
/** The path of a deeper node is too long to show. */
const deepestPath = 200;

interface JsonNodeBarProps {
  document: JsonDocument;
  node: number;
  /** The part that the tree shows, in words: `the body`. */
  whole: string;
  /** Narrows the list to requests with a value. */
  onNarrow: Narrow | undefined;
}

/** The bar below the tree with the path and the whole value of the focused node, both to copy. */
export function JsonNodeBar({ document, node, whole, onNarrow }: JsonNodeBarProps) {
  const isDeep = at(document.depths, node) > deepestPath;
  const path = isDeep
    ? `${at(document.depths, node)} levels deep`
    : pathOf(document, node, 'javascript');
  const length = at(document.ends, node) - at(document.starts, node);
  const searched = onNarrow && searchFor(document, node);
  const isLong = !isContainer(document, node) && length > longestInRowCharacters;
  return (
    <div className="border-t border-line py-1 pr-2 pl-4">
      {isLong && (
        <section
          aria-label="The whole value"
          className="mb-1 max-h-32 overflow-auto font-mono text-xs break-all whitespace-pre-wrap"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling area
          tabIndex={0}
        >
          <ShownText
            text={document.text.slice(
              at(document.starts, node),
              at(document.starts, node) + Math.min(length, longestShownCharacters),
            )}
          />
          {length > longestShownCharacters && (
            <span className="text-muted"> … ({formatBytes(length)}; copy it to see all)</span>
          )}
        </section>
      )}
      <div className="flex flex-wrap items-center gap-x-1">
        <code className="mr-auto max-h-10 min-w-0 overflow-hidden text-xs break-all text-muted">
          {path === '' ? wholeWords(whole, document) : <ShownText text={path} />}
        </code>
        <span className="flex flex-wrap">
          {searched !== undefined && (
            <Button
              aria-label="Filter by this value"
              onClick={() => onNarrow?.(searched.path, searched.value)}
              size="small"
              title="Show only requests with this value here"
              tone="quiet"
            >
              <FunnelIcon />
              Filter
            </Button>
          )}
          <CopyButton
            label="the path"
            size="small"
            text={() => pathOf(document, node, 'javascript')}
          >
            Path
          </CopyButton>
          <CopyButton
            label="the JSONPath"
            size="small"
            text={() => pathOf(document, node, 'jsonpath')}
          >
            JSONPath
          </CopyButton>
          {holdsJson(document, node) && (
            <CopyButton
              label="the JSON in the text"
              size="small"
              text={() => decoded(valueText(document, node))}
            >
              JSON
            </CopyButton>
          )}
          {!isCutOff(document, node) && (
            <CopyButton label="the value" size="small" text={() => valueText(document, node)}>
              Value
            </CopyButton>
          )}
        </span>
      </div>
    </div>
  );
}

function wholeWords(whole: string, document: JsonDocument): string {
  return isCutOff(document, 0) ? `the start of ${whole}` : whole;
}
