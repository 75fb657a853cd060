import { CopyButton } from '../../ui/copy-button.tsx';
import { formatBytes } from '../../ui/format.ts';
import { ShownText } from '../text/shown-text.tsx';
import { at, isContainer, type JsonDocument, valueText } from './json-document.ts';
import { pathOf } from './json-path.ts';

/** Longer values are cut off in their row, so the bar shows them too. */
const longestInRowCharacters = 80;
const longestShownCharacters = 5000;
/** The path of a deeper node is too long to show. */
const deepestPath = 200;

/** The bar below the tree with the path and the whole value of the focused node, both to copy. */
export function JsonNodeBar({ document, node }: { document: JsonDocument; node: number }) {
  const isDeep = at(document.depths, node) > deepestPath;
  const path = isDeep
    ? `${at(document.depths, node)} levels deep`
    : pathOf(document, node, 'javascript');
  const length = at(document.ends, node) - at(document.starts, node);
  const isLong = !isContainer(document, node) && length > longestInRowCharacters;
  return (
    <div className="border-t border-line px-3 py-1">
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
          {path === '' ? 'the whole body' : <ShownText text={path} />}
        </code>
        <span className="flex">
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
          <CopyButton label="the value" size="small" text={() => valueText(document, node)}>
            Value
          </CopyButton>
        </span>
      </div>
    </div>
  );
}
