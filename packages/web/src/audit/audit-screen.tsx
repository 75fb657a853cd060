import { Link } from '@tanstack/react-router';
import { NarrowPage } from '../page/narrow-page.tsx';
import { teamId } from '../page/team-address.ts';
import { textLink } from '../page/text-link.ts';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { useMayOwn } from '../session/may.ts';
import { usePrincipal } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { failureOf } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';
import { AuditRow } from './audit-row.tsx';
import { useAudit } from './use-audit.ts';

/** Who did what to the account or the team. */
export function AuditScreen() {
  const { isGuest } = usePrincipal();
  const mayRead = useMayOwn('listAudit');
  return (
    <NarrowPage
      lead={
        <>
          Who did what to{' '}
          <Link className={textLink} to={teamId === undefined ? '/account' : '/team'}>
            {teamId === undefined ? 'your account' : 'the team'}
          </Link>
          , in the last 90 days.
        </>
      }
      title="Audit"
    >
      {!mayRead && <p>Only owners of the team see this.</p>}
      {mayRead && (isGuest ? <NoneForGuests /> : <AuditList />)}
    </NarrowPage>
  );
}

function AuditList() {
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useAudit();
  const entries = data?.pages.flatMap(({ items }) => items);
  return (
    <div className="space-y-4">
      {error !== null && (
        <>
          <FailureAlert failure={failureOf(error)} />
          <Button onClick={() => void refetch()}>Try again</Button>
        </>
      )}
      {entries === undefined && error === null && <LinesSkeleton />}
      {entries?.length === 0 && (
        <p className="rounded-xl border border-line bg-surface px-5 py-6 text-muted">
          Nothing yet. Log-ins and changes are listed here, and no content of requests ever.
        </p>
      )}
      {entries !== undefined && entries.length > 0 && (
        <ol
          aria-label="What was done"
          className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface"
        >
          {entries.map((entry) => (
            <AuditRow entry={entry} key={entry.id} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button
          aria-disabled={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void fetchNextPage()}
        >
          {isFetchingNextPage ? 'One moment…' : 'Show older ones'}
        </Button>
      )}
    </div>
  );
}

function NoneForGuests() {
  return (
    <p className="rounded-xl border border-line bg-surface px-5 py-6 text-muted">
      Nothing is kept about guests. With an account, log-ins and changes are listed here.
    </p>
  );
}
