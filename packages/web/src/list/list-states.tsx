import { useFeedState } from '../live/feed.ts';
import type { ShownSnapshot } from '../search/shown-requests.ts';
import { Button, Spinner } from '../ui/controls.tsx';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';

const KeptWords = lazyComponent(() => import('./list-total.tsx'), 'KeptWords');

export interface ListEndProps {
  shown: ShownSnapshot;
  isFiltered: boolean;
  /** Whether the filter has a word that makes no sense. */
  isRefused: boolean;
  hadRequests: boolean;
  onGoOn: () => void;
  onClearFilter: () => void;
}

/** The end of the list: says whether there are more requests, whether loading is under way, and whether it failed. */
export function ListEnd(props: ListEndProps) {
  const { shown, isFiltered, isRefused, hadRequests, onGoOn, onClearFilter } = props;
  const isEmpty = shown.items.length === 0;
  if (shown.problem !== undefined) {
    return (
      <Words role="alert">
        <p>{shown.problem}.</p>
        <Button onClick={onGoOn} size="small">
          Try again
        </Button>
      </Words>
    );
  }
  if (!shown.isLoaded) return <FirstLoad />;
  if (isFiltered && shown.isComplete) {
    return (
      <Words>
        <p>{isRefused ? 'Correct the search to see what matches.' : endWords(isEmpty)}</p>
        {isEmpty && (
          <>
            <LazyPart>
              <KeptWords isEmptySearch />
            </LazyPart>
            <Button onClick={onClearFilter} size="small">
              Clear the search
            </Button>
          </>
        )}
      </Words>
    );
  }
  if (isEmpty && shown.isComplete)
    return <Words>{hadRequests ? 'Nothing here now' : 'Waiting for the first request…'}</Words>;
  if (!shown.isComplete) {
    return (
      <Words>
        <Spinner label={isFiltered ? 'Searching older requests' : 'Loading older requests'} />
      </Words>
    );
  }
  return (
    <LazyPart>
      <KeptWords />
    </LazyPart>
  );
}

function endWords(isEmpty: boolean): string {
  return isEmpty ? 'No request matches this search.' : 'No older request matches.';
}

/** Stands in for the rows until they are there. */
export function FirstLoad() {
  const { kind, reason } = useFeedState();
  if (kind === 'reconnecting' && reason !== undefined) {
    return <Words role="status">{reason}. Trying again…</Words>;
  }
  return (
    <div aria-busy="true" className="animate-pulse" role="status">
      <span className="sr-only">Loading</span>
      {[80, 55, 65, 40, 70].map((width) => (
        <div
          className="flex h-14 flex-col justify-center gap-2 border-b border-line px-4"
          key={width}
        >
          <div className="h-3 rounded bg-raised" style={{ width: `${width}%` }} />
          <div className="h-2.5 w-1/3 rounded bg-raised" />
        </div>
      ))}
    </div>
  );
}

function Words({ children, role }: { children: React.ReactNode; role?: 'alert' | 'status' }) {
  return (
    <div
      className="flex flex-col items-center gap-2 px-4 py-6 text-center text-xs text-muted empty:hidden"
      role={role}
    >
      {children}
    </div>
  );
}
