import type { CreatedInvitation, Invitation, Role } from '@hookwell/client';
import { useId, useState } from 'react';
import { isGone } from '../service/client.ts';
import type { TeamOfUser } from '../session/start.ts';
import { roleWords, teamCalls } from '../session/teams.ts';
import { Button } from '../ui/controls.tsx';
import { ShownOnceDialog } from '../ui/dialog.tsx';
import { inputClass } from '../ui/field.tsx';
import { FailureAlert, failureOf, useSubmission } from '../ui/form.tsx';
import { formatDay, formatExactTime } from '../ui/format.ts';
import { toast, toastFailure } from '../ui/toasts.tsx';
import { RoleSelect, readMembersAnew, useInvitations } from './members.tsx';

const dayChoices = [1, 7, 30] as const;

interface InvitationFormProps {
  team: TeamOfUser;
  onCreated: (created: CreatedInvitation) => void;
}

/** Makes a link by which one person joins the team. */
function InvitationForm({ team, onCreated }: InvitationFormProps) {
  const id = useId();
  const [role, setRole] = useState<Role>('member');
  const [days, setDays] = useState(7);
  const { formProps, failure, isBusy } = useSubmission({
    check: () => undefined,
    run: async () => {
      const created = await teamCalls.invite(team.id, { role, days });
      await readMembersAnew(team.id);
      onCreated(created);
    },
    explain: (error) => failureOf(error),
  });
  return (
    <form aria-label="New invitation" className="space-y-3" {...formProps}>
      <p className="text-muted">
        A link lets one person join, with an account of their own. Send it to nobody else.
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <div>
          <label className="mb-1 block font-medium" htmlFor={`${id}-role`}>
            Role
          </label>
          <RoleSelect className="min-w-32" id={`${id}-role`} onChange={setRole} value={role} />
        </div>
        <div>
          <label className="mb-1 block font-medium" htmlFor={`${id}-days`}>
            Valid for
          </label>
          <select
            className={`${inputClass} min-w-28`}
            id={`${id}-days`}
            onChange={({ target }) => setDays(Number(target.value))}
            value={days}
          >
            {dayChoices.map((choice) => (
              <option key={choice} value={choice}>
                {choice === 1 ? '1 day' : `${choice} days`}
              </option>
            ))}
          </select>
        </div>
        <Button aria-disabled={isBusy} className="h-9" tone="primary" type="submit">
          Create the link
        </Button>
      </div>
      <FailureAlert failure={failure} />
    </form>
  );
}

/** Makes invitations, and withdraws the open ones. */
export function InvitationSection({ team }: { team: TeamOfUser }) {
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

function InvitationRow({ team, invitation }: { team: TeamOfUser; invitation: Invitation }) {
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

async function withdraw(team: TeamOfUser, { id }: Invitation): Promise<void> {
  try {
    await teamCalls.withdraw(team.id, id);
    toast({ text: 'The invitation is withdrawn. Its link is of no use any more.' });
  } catch (error) {
    if (isGone(error)) toast({ text: 'This invitation was used, or has expired.' });
    else toastFailure('Could not withdraw the invitation', error);
  }
  await readMembersAnew(team.id);
}
