import '../ui/styles.css';
import { useSelector } from '@tanstack/react-store';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { VisitorBar } from '../page/page-head.tsx';
import { HiddenLegend, SharedRequests, ShownUntil } from '../sharing/shared-requests.tsx';
import { Button, Spinner } from '../ui/controls.tsx';
import { WarningIcon } from '../ui/icons.tsx';
import { Toasts } from '../ui/toasts.tsx';
import type { LoadedRequests } from './loaded-requests.ts';
import { ShareReader } from './share-reader.ts';

/** What a share shows, for everybody who has its link. */
function SharePage() {
  const [reader] = useState(() => new ShareReader(location.pathname));
  const { kind, loaded, expiresAt, isAway, isReadingOlder } = useSelector(reader.state);
  useEffect(() => {
    const controller = new AbortController();
    void reader.follow(controller.signal);
    return () => controller.abort();
  }, [reader]);
  return (
    <div className="flex h-dvh flex-col">
      <VisitorBar />
      <main className="page-pane">
        <div className="mx-auto max-w-4xl px-4 py-8">
          <h1 className="page-title">
            {kind === 'ended' ? 'Nothing is shared here' : 'Shared with you'}
          </h1>
          {kind === 'ended' && (
            <p className="mt-2 text-base text-muted" role="status">
              This link has ended, or never was one.
            </p>
          )}
          {isAway && <Away />}
          {kind === 'loading' && !isAway && (
            <p className="mt-8">
              <Spinner label="Loading what is shared" />
            </p>
          )}
          {loaded !== undefined && expiresAt !== undefined && (
            <>
              <div className="mt-2 mb-6 space-y-1 text-muted">
                <p>
                  Captured webhook requests, shown until <ShownUntil at={expiresAt} />.
                </p>
                <HiddenLegend />
              </div>
              <Requests
                isReadingOlder={isReadingOlder}
                loaded={loaded}
                onOlder={() => void reader.readOlder()}
              />
            </>
          )}
        </div>
      </main>
      <Toasts />
    </div>
  );
}

function Away() {
  return (
    <p
      className="my-4 flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2 text-warn"
      role="status"
    >
      <WarningIcon className="mt-0.5 size-4 shrink-0" />
      The service does not answer. This page tries again.
    </p>
  );
}

interface RequestsProps {
  loaded: LoadedRequests;
  isReadingOlder: boolean;
  onOlder: () => void;
}

function Requests({ loaded: { requests, next, isFull }, isReadingOlder, onOlder }: RequestsProps) {
  return (
    <>
      {requests.length > 0 && <SharedRequests level={2} requests={requests} />}
      {requests.length === 0 && next === undefined && (
        <p>Nothing has been captured yet. What arrives is shown here.</p>
      )}
      {next !== undefined && (
        <Button aria-disabled={isReadingOlder} className="mt-4" onClick={onOlder}>
          Show older
        </Button>
      )}
      {isFull && <p className="mt-4 text-muted">Older ones are left out here.</p>}
    </>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element to show itself in');
createRoot(root).render(
  <StrictMode>
    <SharePage />
  </StrictMode>,
);
