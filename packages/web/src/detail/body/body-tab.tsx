import type { CapturedRequestWire } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { createStore, useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { readSetting, writeSetting } from '../../page/settings.ts';
import { useShortcut } from '../../page/shortcuts.ts';
import { LinesSkeleton } from '../../request/lines-skeleton.tsx';
import { LoadFailure } from '../../request/load-failure.tsx';
import type { Narrow } from '../../search/use-narrow.ts';
import type { Difference } from '../json/json-differences.ts';
import { SearchableBody } from '../search/searchable-body.tsx';
import { useBodySearch } from '../search/use-body-search.ts';
import type { BodyKind } from './body-kind.ts';
import { BodyNotes } from './body-notes.tsx';
import { openedBodyQuery } from './body-query.ts';
import { BodyTools, shownText } from './body-tools.tsx';
import { BodyView } from './body-view.tsx';
import { type BodyViewName, chosenView, type OfferedView, offeredViews } from './body-views.ts';
import type { OpenedBody } from './open-body.ts';

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
  differences: readonly Difference[] | undefined;
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
