import type { Share } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEndpoint } from '../endpoints/endpoints.ts';
import { PageSection } from '../page/narrow-page.tsx';
import { LoadFailure } from '../request/load-failure.tsx';
import { useMayChange } from '../session/session.ts';
import { Button, Spinner, textLink } from '../ui/controls.tsx';
import { formatDay } from '../ui/format.ts';
import { ShareIcon } from '../ui/icons.tsx';
import { confirm } from '../ui/open-dialogs.ts';
import { reporting, toast } from '../ui/toasts.tsx';
import { deleteShare, sharesQuery } from './shares.ts';

/** What the account or team shows to others, and the ways to end it. */
export function SharesSection() {
  const { data, error, refetch } = useQuery(sharesQuery);
  const count = data?.length ?? 0;
  return (
    <PageSection title={count === 0 ? 'Shared with others' : `Shared with others (${count})`}>
      {error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Spinner label="Loading what is shared" />}
      {data?.length === 0 && (
        <p className="text-muted">
          No links yet. “Share…” at a request, or in the menu of an endpoint, makes a link that
          shows it with its secrets hidden.
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((share) => (
            <ShareRow key={share.id} share={share} />
          ))}
        </ul>
      )}
    </PageSection>
  );
}

function ShareRow({ share }: { share: Share }) {
  const { createdAt, expiresAt, redact, fields } = share;
  const mayChange = useMayChange();
  return (
    <li className="flex items-center gap-3 py-3">
      <ShareIcon className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">
          <Subject share={share} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted">
          <span className="wrap-anywhere">
            {redact === 'secrets' ? 'Secrets hidden' : 'All values hidden'}
            {fields.length > 0 && `, and ${fields.join(', ')}`}
          </span>
          <span>Since {formatDay(createdAt)}</span>
          <span>Until {formatDay(expiresAt)}</span>
        </p>
      </div>
      {mayChange && (
        <Button onClick={() => stop(share)} size="small">
          Stop sharing
        </Button>
      )}
    </li>
  );
}

function Subject({ share: { request, endpoint = '' } }: { share: Share }) {
  const name = useEndpoint(endpoint)?.badgeName ?? endpoint.slice(0, 8);
  if (request !== undefined)
    return (
      <Link className={textLink} params={{ id: String(request) }} to="/all/requests/$id">
        Request #{request}
      </Link>
    );
  return (
    <Link className={textLink} params={{ token: endpoint }} to="/endpoints/$token">
      {name}
    </Link>
  );
}

const stop = reporting('Could not stop sharing', async (share: Share) => {
  const isConfirmed = await confirm({
    title: 'Stop sharing?',
    text: 'The link ends at once for everybody who has it. It cannot be undone: sharing anew makes another link.',
    action: 'Stop sharing',
    isDanger: true,
  });
  if (!isConfirmed) return;
  await deleteShare(share);
  toast({ text: 'It is no longer shared.' });
});
