import { useMemo } from 'react';
import type { Narrow } from '../../search/use-narrow.ts';
import type { Difference } from '../json/json-differences.ts';
import { JsonTree } from '../json/json-tree.tsx';
import type { Language } from '../text/syntax.ts';
import { TextView } from '../text/text-view.tsx';
import type { BodyViewName } from './body-views.ts';
import { FieldsView } from './fields-view.tsx';
import { HexView } from './hex-view.tsx';
import { ImageView } from './image-view.tsx';
import type { OpenedBody } from './open-body.ts';
import { PartsView } from './parts-view.tsx';
import { prettyText } from './pretty-text.ts';

interface BodyViewProps {
  body: OpenedBody;
  view: BodyViewName;
  wraps: boolean;
  /** The place for the tools of a tree. */
  slot: HTMLElement | null;
  /** What is wrong with its JSON. */
  differences: readonly Difference[] | undefined;
  onNarrow: Narrow;
}

/** A body in one of its views. */
export function BodyView({ body, view, wraps, slot, differences, onNarrow }: BodyViewProps) {
  const { content, text } = body;
  if (view === 'hex') return <HexView bytes={body.sent} label="Body as bytes" />;
  if (view === 'tree' && 'document' in content)
    return (
      <JsonTree
        differences={differences}
        document={content.document}
        // A search reads a body as one JSON text, and not by its lines.
        onNarrow={content.kind === 'json' ? onNarrow : undefined}
        slot={slot}
      />
    );
  if (view === 'pretty') return <SpecialView body={body} wraps={wraps} />;
  return (
    <TextView
      label="Body as sent"
      language={languageOf(body)}
      text={text?.text ?? ''}
      wraps={wraps}
    />
  );
}

function SpecialView({ body, wraps }: Pick<BodyViewProps, 'body' | 'wraps'>) {
  const { content } = body;
  switch (content.kind) {
    case 'form':
      return <FieldsView fields={content.fields} isCut={body.isPartial} />;
    case 'multipart':
      return <PartsView isCut={body.isPartial} multipart={content.multipart} />;
    case 'image':
      return <ImageView bytes={body.bytes} image={content.image} isCut={body.isPartial} />;
    default:
      return <PrettyView body={body} wraps={wraps} />;
  }
}

function PrettyView({ body, wraps }: { body: OpenedBody; wraps: boolean }) {
  const pretty = useMemo(() => prettyText(body), [body]);
  return (
    <TextView label="Body, indented" language={languageOf(body)} text={pretty} wraps={wraps} />
  );
}

function languageOf({ content, type }: OpenedBody): Language {
  if (content.kind === 'json' || content.kind === 'json-lines') return 'json';
  const isMarkup = content.kind === 'xml' || content.kind === 'html' || content.kind === 'image';
  return isMarkup || type.mediaType.endsWith('xml') ? 'xml' : 'plain';
}
