import type { CreatedInvitation, Invitation } from '@hookwell/client';
import { useState } from 'react';
import { isGone } from '../service/failed-call.ts';
import { roleWords, teamCalls } from '../session/teams.ts';
import { Button } from '../ui/button.tsx';
import { formatDay, formatExactTime } from '../ui/format.ts';
import { ShownOnceDialog } from '../ui/shown-once-dialog.tsx';
import { toast, toastFailure } from '../ui/toasts.ts';
import { InvitationForm } from './invitation-form.tsx';
import { readMembersAnew, useInvitations } from './members.ts';
import type { PageTeam } from './page-team.ts';

/** Makes invitations, and withdraws the open ones. */
export function InvitationSection({ team }: { team: PageTeam }) {
  const invitations = useInvitations(team.id);
  const [created, setCreated] = useState<CreatedInvitation>();
  return (
    <>
      <InvitationForm onCreated={setCreated} team={team} />
      <h3 className="mt-6 font-medium">Open invitations</h3>
      {invitations.length === 0 ? (
        <p className="mt-1 text-muted">No invitation is open.</p>
      ) : (
        <ul className="divide-y divide-line">
          {invitations.map((invitation) => (
            <InvitationRow invitation={invitation} key={invitation.id} team={team} />
          ))}
        </ul>
      )}
      {created !== undefined && (
        <ShownOnceDialog
          noun="link"
          onClose={() => setCreated(undefined)}
          text={created.url}
          title="The invitation is ready"
        >
          Whoever opens this link first joins {team.name} as {created.role === 'owner' ? 'an' : 'a'}{' '}
          {created.role}. The link works until {formatDay(created.expiresAt)}.
        </ShownOnceDialog>
      )}
    </>
  );
}

function InvitationRow({ team, invitation }: { team: PageTeam; invitation: Invitation }) {
  const { role, expiresAt } = invitation;
  return (
    <li className="flex items-center gap-3 py-2.5">
      <p className="min-w-0 grow">
        {roleWords[role]}
        <span className="text-muted">
          , until{' '}
          <time dateTime={expiresAt} title={formatExactTime(expiresAt)}>
            {formatDay(expiresAt)}
          </time>
        </span>
      </p>
      <Button
        aria-label={`Withdraw the invitation of a ${role} until ${formatDay(expiresAt)}`}
        onClick={() => void withdraw(team, invitation)}
        size="small"
      >
        Withdraw
      </Button>
    </li>
  );
}

async function withdraw(team: PageTeam, { id }: Invitation): Promise<void> {
  try {
    await teamCalls.withdraw(team.id, id);
    toast({ text: 'The invitation is withdrawn. Its link is of no use any more.' });
  } catch (error) {
    if (isGone(error)) toast({ text: 'This invitation was used, or has expired.' });
    else toastFailure('Could not withdraw the invitation', error);
  }
  await readMembersAnew(team.id);
}
