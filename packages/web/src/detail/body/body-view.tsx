import { useMemo } from 'react';
import { JsonTree } from '../json/json-tree.tsx';
import { PairsTable } from '../text/pairs-table.tsx';
import type { Language } from '../text/syntax.ts';
import { TextView } from '../text/text-view.tsx';
import type { BodyViewName } from './body-views.ts';
import { HexView } from './hex-view.tsx';
import { ImageView } from './image-view.tsx';
import type { NameValuePairs } from './name-value-pairs.ts';
import type { OpenedBody } from './open-body.ts';
import { PartsView } from './parts-view.tsx';
import { prettyText } from './pretty-text.ts';

interface BodyViewProps {
  body: OpenedBody;
  view: BodyViewName;
  wraps: boolean;
}

/** A body in one of its views. */
export function BodyView({ body, view, wraps }: BodyViewProps) {
  const { content, text } = body;
  if (view === 'hex') return <HexView bytes={body.sent} label="Body as bytes" />;
  if (view === 'tree' && 'document' in content) return <JsonTree document={content.document} />;
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

function SpecialView({ body, wraps }: { body: OpenedBody; wraps: boolean }) {
  const { content } = body;
  switch (content.kind) {
    case 'form':
      return <FieldsView fields={content.fields} />;
    case 'multipart':
      return <PartsView isCut={body.isCut} multipart={content.multipart} />;
    case 'image':
      return <ImageView bytes={body.bytes} image={content.image} isCut={body.isCut} />;
    default:
      return <PrettyView body={body} wraps={wraps} />;
  }
}

/** The fields of a form, decoded. */
function FieldsView({ fields }: { fields: NameValuePairs }) {
  return (
    <div className="h-full overflow-auto">
      <PairsTable caption="Fields of the form, decoded" pairs={fields.pairs} />
      {!fields.isComplete && (
        <p className="p-4 text-muted">
          These are the first {fields.pairs.length}. Raw has all of them.
        </p>
      )}
    </div>
  );
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
