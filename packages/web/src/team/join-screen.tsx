import type { InvitationPreview } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { NarrowPage } from '../page/narrow-page.tsx';
import { Notice } from '../page/page-head.tsx';
import { readOfTab, writeOfTab } from '../page/this-page.ts';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { shownCharacters } from '../request/shown-text.tsx';
import { isGone, useService } from '../service/client.ts';
import { useSession } from '../session/session.ts';
import { teamCalls } from '../session/teams.ts';
import { Button, buttonClass, textLink } from '../ui/controls.tsx';
import { FailureAlert, failureOf } from '../ui/form.tsx';
import { formatDay } from '../ui/format.ts';
import { toastOnNextPage } from '../ui/toasts.tsx';

/**
 * The secret of an invitation, which this tab keeps until it is used: an address would stay in the history. Where the browser keeps
 * nothing, a log-in that leaves the page loses it; the link still works.
 */
let kept = readOfTab('invitation');

function keepInvitation(secret: string | undefined): void {
  kept = secret;
  writeOfTab('invitation', secret);
}

/** Where the link of an invitation leads. The secret leaves the address at once, and the tab keeps it meanwhile. */
export function JoinScreen() {
  const { secret } = useParams({ strict: false });
  if (secret === undefined) return <Invitation />;
  return <Kept secret={secret} />;
}

function Kept({ secret }: { secret: string }) {
  useState(() => keepInvitation(secret));
  return <Navigate replace to="/join" />;
}

function Invitation() {
  const session = useSession();
  const [secret] = useState(kept);
  const [isRefused, setRefused] = useState(false);
  const { data: invitation, error } = useQuery({
    queryKey: ['invitation', secret],
    queryFn: ({ signal }) => teamCalls.lookAtInvitation(secret ?? '', { signal }),
    enabled: secret !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const user =
    session.kind === 'user' && !session.principal.isGuest ? session.principal : undefined;
  if (secret === undefined || isRefused || isGone(error)) return <NotValid />;
  // Where it cannot be read now, one may join all the same.
  if (invitation === undefined && error === null) return <LinesSkeleton />;
  return (
    <NarrowPage lead={leadOf(invitation)} title="Invitation" width="form">
      {user === undefined ? (
        <Entrances />
      ) : (
        <Joining
          email={user.email}
          onRefused={() => setRefused(true)}
          secret={secret}
          team={invitation?.team ?? 'the team'}
        />
      )}
    </NarrowPage>
  );
}

/** `ada@example.org invites you to the team Payments, as a member. The link works until 6 Dec 2026.` */
function leadOf(invitation: InvitationPreview | undefined): string {
  if (invitation === undefined) return 'Somebody invites you to their team.';
  const { by = 'Somebody', team, role, expiresAt } = invitation;
  return `${by} invites you to the team ${shownCharacters(team)}, as ${role === 'owner' ? 'an' : 'a'} ${role}. The link works until ${formatDay(expiresAt)}.`;
}

interface JoiningProps {
  secret: string;
  email: string | undefined;
  /** Its name. */
  team: string;
  onRefused: () => void;
}

function Joining({ secret, email, team, onRefused }: JoiningProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ sentence: string }>();
  const join = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { id } = await teamCalls.accept(secret);
      keepInvitation(undefined);
      toastOnNextPage(`You joined ${shownCharacters(team)}.`);
      location.replace(`/t/${id}/`);
    } catch (error) {
      setBusy(false);
      if (!isGone(error)) return setFailure(failureOf(error));
      keepInvitation(undefined);
      onRefused();
    }
  };
  return (
    <div className="space-y-4">
      <p className="wrap-anywhere">
        You join as{' '}
        <strong className="font-semibold">{email ?? 'the account of your log-in'}</strong>: the
        other members see that. Your own endpoints stay your own.
      </p>
      <FailureAlert failure={failure} />
      <Button
        aria-disabled={isBusy}
        className="w-full"
        onClick={() => !isBusy && void join()}
        tone="primary"
      >
        {isBusy ? 'One moment…' : 'Join the team'}
      </Button>
      <Link className={textLink} to="/account">
        Another account? Log out first, then open the link again
      </Link>
    </div>
  );
}

/** Guests are no members of teams. Both ways come back. */
function Entrances() {
  const { login } = useService();
  return (
    <div className="space-y-4">
      <p>To join, log in{login.password ? ', or create an account' : ''}. You come back here.</p>
      <div className="flex flex-wrap gap-2">
        <Link className={buttonClass('primary')} replace search={{ next: '/join' }} to="/login">
          Log in
        </Link>
        {login.password && (
          <Link className={buttonClass()} replace search={{ next: '/join' }} to="/register">
            Create an account
          </Link>
        )}
      </div>
    </div>
  );
}

function NotValid() {
  return (
    <Notice title="This invitation does not work">
      <p className="text-muted">
        It was used already, has expired or was withdrawn: ask for another one.
      </p>
      <a className={buttonClass('primary')} href="/">
        Go to your endpoints
      </a>
    </Notice>
  );
}
