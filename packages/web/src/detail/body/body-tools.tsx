import { isJsonType } from '@hookwell/bodies/content-type';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatBytes, plural } from '../../ui/format.ts';
import { DownloadIcon, WrapIcon } from '../../ui/icons.tsx';
import { bodyAddress } from './body-start.ts';
import type { BodyViewName, OfferedView } from './body-views.ts';
import { hexText } from './hex-rows.ts';
import type { OpenedBody } from './open-body.ts';
import { prettyText } from './pretty-text.ts';

interface BodyToolsProps {
  id: number;
  body: OpenedBody;
  offered: readonly OfferedView[];
  view: BodyViewName;
  onView: (view: BodyViewName) => void;
  wraps: boolean;
  onWrap: (wraps: boolean) => void;
}

/** The bar above a body: its views, its kind, and the actions on it. */
export function BodyTools(props: BodyToolsProps) {
  const { id, body, offered, view, onView, wraps, onWrap } = props;
  const isText = view === 'raw' || (view === 'pretty' && hasPrettyText(body));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1">
      <fieldset className="flex gap-0.5 rounded-lg bg-raised p-0.5">
        <legend className="sr-only">View of the body</legend>
        {offered.map((choice) => (
          <button
            aria-pressed={choice.view === view}
            className="h-6 rounded-md px-2 text-xs font-medium text-muted hover:text-text aria-pressed:bg-surface aria-pressed:text-text aria-pressed:ring-1 aria-pressed:ring-line"
            key={choice.view}
            onClick={() => onView(choice.view)}
            type="button"
          >
            {choice.label}
          </button>
        ))}
      </fieldset>
      <span className="min-w-0 grow truncate text-xs text-muted tabular-nums">
        {describe(body)}
      </span>
      <span className="flex items-center">
        {isText && (
          <IconButton aria-pressed={wraps} label="Wrap long lines" onClick={() => onWrap(!wraps)}>
            <WrapIcon />
          </IconButton>
        )}
        {copiedText(body, view) !== undefined && (
          <CopyButton
            className="h-8"
            label={copiedName(view)}
            text={() => copiedText(body, view)?.() ?? ''}
          />
        )}
        <a
          aria-label="Download the body, byte for byte"
          className="inline-flex size-8 items-center justify-center rounded-lg text-muted hover:bg-raised hover:text-text"
          download={`request-${id}.bin`}
          href={bodyAddress(id)}
          title="Download the body, byte for byte"
        >
          <DownloadIcon />
        </a>
      </span>
    </div>
  );
}

function hasPrettyText({ content }: OpenedBody): boolean {
  return ['json', 'json-lines', 'xml'].includes(content.kind);
}

function copiedName(view: BodyViewName): string {
  if (view === 'hex') return 'the bytes as hex';
  return view === 'pretty' ? 'the indented body' : 'the body';
}

/** Larger bodies are not copied as hex. */
const largestHexCopyBytes = 1024 * 1024;

/** Makes the text that the button copies. Nothing can be copied of a body that is cut off. */
function copiedText(body: OpenedBody, view: BodyViewName): (() => string) | undefined {
  if (body.isCut) return undefined;
  if (view === 'hex')
    return body.sent.length > largestHexCopyBytes ? undefined : () => hexText(body.sent);
  if (view === 'pretty' && hasPrettyText(body)) return () => prettyText(body);
  const { text } = body;
  return text === undefined ? undefined : () => text.text;
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

function describe({ content, size, isCut, type }: OpenedBody): string {
  const isGuessed = content.kind === 'json' && type.mediaType !== '' && !isJsonType(type);
  const name = names[content.kind] + (isGuessed ? `, sent as ${type.mediaType}` : '');
  const parts: string[] = [name, formatBytes(size)];
  if ('document' in content && !isCut) parts.push(plural(content.document.size, 'value'));
  if (content.kind === 'form' && !isCut) parts.push(plural(content.fields.pairs.length, 'field'));
  if (content.kind === 'multipart' && !isCut)
    parts.push(plural(content.multipart.parts.length, 'part'));
  return parts.join(' · ');
}
