import type { SharedRequest } from '@hookwell/client';
import { useMemo, useState } from 'react';
import type { BodyViewName, OfferedView } from '../detail/body/body-views.ts';
import { FieldsView, fieldsText } from '../detail/body/fields-view.tsx';
import { ViewButtons } from '../detail/body/view-buttons.tsx';
import type { JsonDocument } from '../detail/json/json-document.ts';
import { JsonTree } from '../detail/json/json-tree.tsx';
import { prettyJson } from '../detail/json/pretty-json.ts';
import { scanJson } from '../detail/json/scan-json.ts';
import { BarLabel, SearchableBody, SearchButton } from '../detail/search/searchable-body.tsx';
import { useBodySearch } from '../detail/search/use-body-search.ts';
import { TextView } from '../detail/text/text-view.tsx';
import { CopyButton } from '../ui/copy-button.tsx';

/** A body by its kind. What is neither JSON nor a form is left out. */
export function SharedBody({ body: { text, form, size } }: { body: SharedRequest['body'] }) {
  if (text !== undefined) return <JsonText text={text} />;
  if (form !== undefined) return <FormBody form={form} />;
  return (
    <p className="p-3 text-muted">
      {size === 0
        ? 'The request has no body.'
        : 'Left out. Only JSON and forms of up to 1 MB are shown.'}
    </p>
  );
}

function FormBody({ form }: { form: NonNullable<SharedRequest['body']['form']> }) {
  const search = useBodySearch();
  const fields = useMemo(
    () => ({ pairs: form.map(([name, value]) => ({ name, value })), isComplete: true }),
    [form],
  );
  return (
    <SearchableBody search={search} whole={() => fieldsText(fields)}>
      <FieldsView fields={fields} isCut={false} />
    </SearchableBody>
  );
}

function JsonText({ text }: { text: string }) {
  const scanned = useMemo(() => scanJson(text), [text]);
  if (scanned.ok) return <JsonBody document={scanned.document} />;
  return <TextView label="Body" language="plain" text={text} wraps />;
}

const views: readonly OfferedView[] = [
  { view: 'tree', label: 'Tree' },
  { view: 'pretty', label: 'Pretty' },
];

function JsonBody({ document }: { document: JsonDocument }) {
  const [view, setView] = useState<BodyViewName>('tree');
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const search = useBodySearch();
  const pretty = useMemo(() => prettyJson(document), [document]);
  return (
    <>
      <div className="@container flex items-center border-b border-line py-0.5 pr-2 pl-4">
        <ViewButtons offered={views} onView={setView} view={view} />
        <span className="grow" />
        <SearchButton search={search} />
        <span className="contents" ref={setSlot} />
        <CopyButton label="the indented body" size="small" text={pretty}>
          <BarLabel>Copy</BarLabel>
        </CopyButton>
      </div>
      <SearchableBody
        className="flex max-h-[60dvh] flex-col"
        search={search}
        whole={() => (view === 'tree' ? document.text : pretty)}
      >
        {view === 'tree' ? (
          <JsonTree document={document} height="content" slot={slot} />
        ) : (
          <TextView label="Body, indented" language="json" text={pretty} wraps />
        )}
      </SearchableBody>
    </>
  );
}
