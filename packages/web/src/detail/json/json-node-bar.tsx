import { CopyButton } from '../../ui/copy-button.tsx';
import { formatBytes } from '../../ui/format.ts';
import { ShownText } from '../text/shown-text.tsx';
import { at, isContainer, type JsonDocument, valueText } from './json-document.ts';
import { pathOf } from './json-path.ts';

const longestInRow = 80;
const longestShown = 5000;

/** What the focus of the tree is on: its path, its whole value, and copies of both. */
export function JsonNodeBar({ document, node }: { document: JsonDocument; node: number }) {
  const isDeep = at(document.depths, node) > 200;
  const path = isDeep
    ? `${at(document.depths, node)} levels deep`
    : pathOf(document, node, 'javascript');
  const length = at(document.ends, node) - at(document.starts, node);
  const isLong = !isContainer(document, node) && length > longestInRow;
  return (
    <div className="border-t border-line px-3 py-1">
      {isLong && (
        <section
          aria-label="The whole value"
          className="mb-1 max-h-32 overflow-auto font-mono text-xs break-all whitespace-pre-wrap"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
          tabIndex={0}
        >
          <ShownText
            text={document.text.slice(
              at(document.starts, node),
              at(document.starts, node) + Math.min(length, longestShown),
            )}
          />
          {length > longestShown && (
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
