import { isJsonType } from '@hookwell/core/http/content-type';
import { mostParts } from '@hookwell/core/http/multipart';
import { bodyAddress } from '../../request/body-bytes.ts';
import { Button, buttonClass } from '../../ui/controls.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatBytes, plural } from '../../ui/format.ts';
import { DownloadIcon, WrapIcon } from '../../ui/part-icons.tsx';
import { isContainer } from '../json/json-document.ts';
import { BarLabel, SearchButton } from '../search/searchable-body.tsx';
import type { BodySearch } from '../search/use-body-search.ts';
import { type BodyViewName, type OfferedView, ViewButtons } from './body-views.tsx';
import { fieldsText } from './fields-view.tsx';
import { hexText } from './hex-view.tsx';
import { type OpenedBody, prettyText } from './open-body.ts';

interface BodyToolsProps {
  id: number;
  body: OpenedBody;
  offered: readonly OfferedView[];
  view: BodyViewName;
  onView: (view: BodyViewName) => void;
  wraps: boolean;
  onWrap: (wraps: boolean) => void;
  search: BodySearch;
  /** Gets the place for the tools of a tree. */
  setSlot: (slot: HTMLElement | null) => void;
}

/** The bar above a body: its views, its kind, and the actions on it. */
export function BodyTools(props: BodyToolsProps) {
  const { id, body, offered, view, onView, wraps, onWrap, search, setSlot } = props;
  const isText = view === 'raw' || (view === 'pretty' && hasPrettyText(body));
  // Of a body of which only the beginning is there, the button would copy less than it says.
  const isCopied =
    view === 'hex'
      ? !body.isCut && body.sent.length <= largestHexCopyBytes
      : !body.isPartial && body.text !== undefined;
  return (
    <div className="@container flex flex-wrap items-center gap-x-1 border-b border-line py-0.5 pr-2 pl-4 sm:gap-x-3">
      <ViewButtons offered={offered} onView={onView} view={view} />
      <span className="w-0 grow truncate text-xs text-muted tabular-nums">{describe(body)}</span>
      <span className="flex items-center">
        <SearchButton search={search} />
        <span className="contents" ref={setSlot} />
        {isText && (
          <Button
            aria-pressed={wraps}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
            onClick={() => onWrap(!wraps)}
            size="small"
            aria-label="Wrap long lines"
            title="Wrap long lines"
            tone="quiet"
          >
            <WrapIcon className="size-3.5" />
            <BarLabel>Wrap</BarLabel>
          </Button>
        )}
        {isCopied && (
          <CopyButton
            label={copiedName(body, view)}
            size="small"
            text={() => shownText(body, view) ?? ''}
          >
            <BarLabel>Copy</BarLabel>
          </CopyButton>
        )}
        <a
          aria-label="Download the body, byte for byte"
          className={buttonClass('quiet', 'small')}
          download={`request-${id}.bin`}
          href={bodyAddress(id)}
          title="Download the body, byte for byte"
        >
          <DownloadIcon className="size-3.5" />
          <BarLabel>Download</BarLabel>
        </a>
      </span>
    </div>
  );
}

function hasPrettyText({ content }: OpenedBody): boolean {
  return ['json', 'json-lines', 'xml'].includes(content.kind);
}

function copiedName(body: OpenedBody, view: BodyViewName): string {
  if (view === 'hex') return 'the bytes as hex';
  if (view !== 'pretty') return 'the body';
  if (body.content.kind === 'form') return 'the fields';
  return hasPrettyText(body) ? 'the indented body' : 'the body';
}

/** Larger bodies are not copied as hex. */
const largestHexCopyBytes = 1024 * 1024;

/** The text of all that a view shows, as far as the body is there; `undefined` where it has none. */
export function shownText(body: OpenedBody, view: BodyViewName): string | undefined {
  const { sent, text, content } = body;
  if (view === 'hex') return sent.length > largestHexCopyBytes ? undefined : hexText(sent);
  if (view !== 'pretty') return text?.text;
  return content.kind === 'form' ? fieldsText(content.fields) : prettyText(body);
}

const names = {
  empty: 'Empty',
  text: 'Text',
  html: 'HTML, shown as its source',
  binary: 'Binary',
  json: 'JSON',
  'json-lines': 'JSON, one value a line',
  form: 'Form',
  multipart: 'Multipart',
  xml: 'XML',
  image: 'Image',
} as const;

function describe({ content, size, isPartial, type }: OpenedBody): string {
  const isGuessed = content.kind === 'json' && type.mediaType !== '' && !isJsonType(type);
  const name = names[content.kind] + (isGuessed ? `, sent as ${type.mediaType}` : '');
  const parts: string[] = [name, formatBytes(size)];
  const count = isPartial ? undefined : countIn(content);
  if (count !== undefined) parts.push(count);
  return parts.join(' · ');
}

/** The number of things in a body. There is none if only a part of them was read. */
function countIn(content: OpenedBody['content']): string | undefined {
  if ('document' in content) {
    // The object or list around all of them is none of its values.
    const { document } = content;
    return plural(document.size - (isContainer(document, 0) ? 1 : 0), 'value');
  }
  if (content.kind === 'form' && content.fields.isComplete)
    return plural(content.fields.pairs.length, 'field');
  if (content.kind === 'multipart' && content.multipart.parts.length < mostParts)
    return plural(content.multipart.parts.length, 'part');
  return undefined;
}
