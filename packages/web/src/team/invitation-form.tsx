import type { CreatedInvitation, Role } from '@hookwell/client';
import { useId, useState } from 'react';
import { teamCalls } from '../session/teams.ts';
import { Button } from '../ui/button.tsx';
import { failureOf } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';
import { inputClass } from '../ui/field.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { readMembersAnew } from './members.ts';
import type { PageTeam } from './page-team.ts';
import { RoleSelect } from './role-select.tsx';

const dayChoices = [1, 7, 30] as const;

interface InvitationFormProps {
  team: PageTeam;
  onCreated: (created: CreatedInvitation) => void;
}

/** Makes a link by which one person joins the team. */
export function InvitationForm({ team, onCreated }: InvitationFormProps) {
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
