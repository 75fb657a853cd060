import type { CapturedRequestWire } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { createStore, useSelector } from '@tanstack/react-store';
import { useMemo, useState } from 'react';
import { useShortcut } from '../../page/shortcuts.ts';
import { readSetting, writeSetting } from '../../page/this-page.ts';
import { LinesSkeleton } from '../../request/lines-skeleton.tsx';
import { LoadFailure } from '../../request/load-failure.tsx';
import type { Narrow } from '../../search/use-language.ts';
import { Button, Spinner } from '../../ui/controls.tsx';
import { formatBytes } from '../../ui/format.ts';
import { WarningIcon } from '../../ui/icons.tsx';
import type { JsonDifference } from '../json/json-path.ts';
import { JsonTree } from '../json/json-tree.tsx';
import { SearchableBody } from '../search/searchable-body.tsx';
import { useBodySearch } from '../search/use-body-search.ts';
import { type Language, TextView } from '../text/text-view.tsx';
import type { BodyKind } from './body-kind.ts';
import { openedBodyQuery } from './body-query.ts';
import { BodyTools, shownText } from './body-tools.tsx';
import { type BodyViewName, chosenView, type OfferedView, offeredViews } from './body-views.tsx';
import { FieldsView } from './fields-view.tsx';
import { HexView } from './hex-view.tsx';
import { ImageView } from './image-view.tsx';
import { type OpenedBody, prettyText } from './open-body.ts';
import { PartsView } from './parts-view.tsx';

type Kind = BodyKind['content']['kind'];

/** The view that the user chose last for each kind of body. It is remembered while the page is open. */
const choices = createStore<Partial<Record<Kind, BodyViewName>>>({});

function useViewChoice(kind: Kind, offered: readonly OfferedView[]) {
  const wanted = useSelector(choices, (chosen) => chosen[kind]);
  return {
    view: chosenView(offered, wanted),
    choose: (view: BodyViewName) => choices.setState((chosen) => ({ ...chosen, [kind]: view })),
  };
}

const wrapping = createStore(readSetting('wrap') !== 'no');

/** Whether long lines wrap. It is remembered in this browser. */
function useWrapping() {
  return {
    wraps: useSelector(wrapping),
    setWraps: (wraps: boolean) => {
      wrapping.setState(() => wraps);
      writeSetting('wrap', wraps ? undefined : 'no');
    },
  };
}

interface BodyTabProps {
  id: number;
  wire: CapturedRequestWire;
  /** What is wrong with its JSON by the contract of its endpoint. */
  differences: readonly JsonDifference[] | undefined;
  onNarrow: Narrow;
}

/** The body of a request in one of its views. */
export function BodyTab({ id, wire, differences, onNarrow }: BodyTabProps) {
  const [isAllWanted, setAllWanted] = useState(false);
  const start = useQuery(openedBodyQuery(id, wire, false));
  const all = useQuery({ ...openedBodyQuery(id, wire, true), enabled: isAllWanted });
  const shown = isAllWanted && all.data !== undefined ? all : start;
  const failed = isAllWanted && all.isError ? all : start;
  if (failed.isError)
    return <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (shown.data === undefined) return <LinesSkeleton />;
  return (
    <ShownBody
      body={shown.data}
      differences={differences}
      id={id}
      isLoadingAll={isAllWanted && all.isFetching}
      key={shown.data.isCut ? 'start' : 'all'}
      onNarrow={onNarrow}
      onShowAll={() => setAllWanted(true)}
    />
  );
}

interface ShownBodyProps extends Pick<BodyTabProps, 'id' | 'differences' | 'onNarrow'> {
  body: OpenedBody;
  isLoadingAll: boolean;
  onShowAll: () => void;
}

function ShownBody(props: ShownBodyProps) {
  const { id, body, differences, onNarrow, isLoadingAll, onShowAll } = props;
  const offered = offeredViews(body);
  const { view, choose } = useViewChoice(body.content.kind, offered);
  const { wraps, setWraps } = useWrapping();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const search = useBodySearch();
  useShortcut('Ctrl+F', search.open, {
    label: 'Search in the body',
    group: 'Request',
    enabled: search.takesKey,
  });
  if (view === undefined) return <p className="p-4 text-muted">The request has no body.</p>;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <BodyTools
        body={body}
        id={id}
        offered={offered}
        onView={choose}
        onWrap={setWraps}
        search={search}
        setSlot={setSlot}
        view={view}
        wraps={wraps}
      />
      <BodyNotes body={body} isLoadingAll={isLoadingAll} onShowAll={onShowAll} view={view} />
      <SearchableBody
        className="min-h-0 grow"
        isPartial={body.isPartial}
        search={search}
        whole={() => shownText(body, view)}
      >
        <BodyView
          body={body}
          differences={differences}
          key={view}
          onNarrow={onNarrow}
          slot={slot}
          view={view}
          wraps={wraps}
        />
      </SearchableBody>
    </div>
  );
}

interface BodyNotesProps {
  body: OpenedBody;
  view: BodyViewName;
  isLoadingAll: boolean;
  onShowAll: () => void;
}

/** One bar of notes above a body: problems, content codings, a byte order mark, which nobody sees, and that it is cut off. */
function BodyNotes({ body, view, isLoadingAll, onShowAll }: BodyNotesProps) {
  const { coding, problem, isCut, sent, size, text } = body;
  const facts = [
    coding && codingSentence(coding, view),
    text?.text.startsWith('\ufeff') && 'The body begins with a byte order mark.',
    isCut &&
      `The body is large. These are the first ${formatBytes(sent.length)} of ${formatBytes(size)}.`,
  ].filter((fact) => typeof fact === 'string');
  const isWarning = problem !== undefined && view !== 'hex';
  if (facts.length === 0 && !isWarning) return null;
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-xs ${isWarning ? 'bg-warn-soft text-warn' : 'bg-raised'}`}
    >
      <div className="min-w-0 grow">
        {isWarning && (
          <p className="flex gap-2">
            <WarningIcon className="mt-px size-4" />
            {problem}
          </p>
        )}
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </div>
      {isCut && (
        <span className="flex items-center gap-2">
          {isLoadingAll && (
            <Spinner className="size-4" label="The rest of the body is being loaded" />
          )}
          <Button disabled={isLoadingAll} onClick={onShowAll} size="small">
            Show all ({formatBytes(size)})
          </Button>
        </span>
      )}
    </div>
  );
}

function codingSentence(coding: NonNullable<OpenedBody['coding']>, view: BodyViewName): string {
  const { names, isUndone, isWhole } = coding;
  if (!isUndone)
    return `The body is encoded with ${names} and could not be decoded. These are its bytes as sent.`;
  if (view === 'hex') return `The body is encoded with ${names}. These are its bytes as sent.`;
  const rest = isWhole ? '' : ' Only its beginning could be decoded.';
  return `The body was encoded with ${names} and is shown decoded. Hex shows its bytes as sent.${rest}`;
}

interface BodyViewProps {
  body: OpenedBody;
  view: BodyViewName;
  wraps: boolean;
  /** The place for the tools of a tree. */
  slot: HTMLElement | null;
  /** What is wrong with its JSON. */
  differences: readonly JsonDifference[] | undefined;
  onNarrow: Narrow;
}

/** A body in one of its views. */
function BodyView({ body, view, wraps, slot, differences, onNarrow }: BodyViewProps) {
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
