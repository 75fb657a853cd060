import type { AuditEntry } from '@hookwell/client';
import { AuditCalls } from '@hookwell/client/audit';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { NarrowPage } from '../page/narrow-page.tsx';
import { teamId } from '../page/this-page.ts';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { ShownText } from '../request/shown-text.tsx';
import { caller } from '../service/client.ts';
import { useMayOwn, usePrincipal } from '../session/session.ts';
import { Button, textLink } from '../ui/controls.tsx';
import { FailureAlert, failureOf } from '../ui/form.tsx';
import { formatCount, formatExactTime } from '../ui/format.ts';
import { formatMinute } from '../ui/moment.ts';

type Action = AuditEntry['action'];

/** What was done. The second words stand before a subject; without them, the first do. */
const words: Readonly<Record<Action, readonly [alone: string, before?: string]>> = {
  'account.create': ['Made the account'],
  'account.register': ['Registered the account'],
  login: ['Logged in', 'Logged in by'],
  'login.failed': ['Failed to log in: a wrong password'],
  logout: ['Logged out'],
  'session.take': ['Took a session over by a code'],
  'password.change': ['Changed the password'],
  'identity.join': ['Took the account over by single sign-on', 'Took the account over by'],
  'identity.unlink': ['Took single sign-on from the account', 'Took the account from'],
  'guest.merge': ['Moved the endpoints of a guest here', 'Moved here from a guest:'],
  'plan.change': ['Changed the plan', 'Changed the plan to'],
  'key.create': ['Made the API key'],
  'key.delete': ['Deleted the API key'],
  'endpoint.create': ['Made the endpoint'],
  'endpoint.rename': ['Renamed an endpoint', 'Renamed the endpoint to'],
  'endpoint.delete': ['Deleted the endpoint'],
  'endpoint.regenerate': [
    'Deleted all endpoints and made a new one',
    'Deleted all endpoints and made',
  ],
  'endpoint.move': ['Moved the endpoint'],
  'settings.change': ['Changed the settings of'],
  'settings.delete': ['Removed the settings of'],
  'contract.change': ['Changed the pinned shapes of'],
  'contract.delete': ['Removed the pinned shapes of'],
  'request.delete': ['Deleted a captured request'],
  'requests.clear': ['Cleared all endpoints', 'Cleared'],
  'share.create': ['Made a share', 'Made the'],
  'share.delete': ['Ended a share', 'Ended the'],
  'team.create': ['Made the team'],
  'team.rename': ['Renamed the team', 'Renamed the team to'],
  'team.delete': ['Deleted the team'],
  'invitation.create': ['Made an invitation', 'Made an invitation:'],
  'invitation.delete': ['Withdrew an invitation', 'Withdrew an invitation:'],
  'invitation.accept': ['Joined by an invitation', 'Joined by an invitation:'],
  'member.to-viewer': ['Made a member a viewer', 'Made a viewer:'],
  'member.to-member': ['Made a viewer or owner a member', 'Made a member:'],
  'member.to-owner': ['Made a member an owner', 'Made an owner:'],
  'member.remove': ['Removed a member', 'Removed the member'],
};

/** Words for an action, with or without a subject after them. One of a newer service than this page keeps its own name. */
function actionWords(action: Action, hasSubject: boolean): string {
  const known = new Map<string, readonly [string, string?]>(Object.entries(words)).get(action);
  if (known === undefined) return action;
  const [alone, before = alone] = known;
  return hasSubject ? before : alone;
}

const auditCalls = new AuditCalls(caller);

const pageSize = 100;

/** What was done to the account, newest first. Older entries are read on demand. */
const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  staleTime: 0,
  initialPageParam: undefined as number | undefined,
  queryFn: ({ pageParam, signal }) =>
    auditCalls.list({ limit: pageSize, before: pageParam, signal }),
  getNextPageParam: ({ next }) => next?.before,
});

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
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(auditQuery);
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

/** One action, or several alike within a minute: what was done to what, by whom, from where. */
function AuditRow({ entry }: { entry: AuditEntry }) {
  const { at, action, by, subject, ipAddress, count = 1 } = entry;
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="min-w-0 wrap-anywhere">
          {actionWords(action, subject !== undefined)}
          {subject !== undefined && (
            <>
              {' '}
              <strong className="font-semibold">
                <ShownText text={subject} />
              </strong>
            </>
          )}
          {count > 1 && <span className="text-muted">, {formatCount(count)} times</span>}
        </p>
        <time
          className="shrink-0 text-xs text-muted tabular"
          dateTime={at}
          title={formatExactTime(at)}
        >
          {formatMinute(at)}
        </time>
      </div>
      <p className="text-xs wrap-anywhere text-muted">
        by <ShownText text={by} />
        {ipAddress !== undefined && (
          <>
            {' '}
            from <span className="font-mono">{ipAddress}</span>
          </>
        )}
      </p>
    </li>
  );
}
