import type { Member, Role } from '@hookwell/client';
import { useState } from 'react';
import { isGone } from '../service/client.ts';
import { readAnew, useMayOwn } from '../session/session.ts';
import type { TeamOfUser } from '../session/start.ts';
import { roleWords, teamCalls } from '../session/teams.ts';
import { Button, IconButton } from '../ui/controls.tsx';
import { FailureAlert, failureOf } from '../ui/form.tsx';
import { TrashIcon, UserIcon } from '../ui/icons.tsx';
import { confirm } from '../ui/open-dialogs.ts';
import { RoleSelect, readMembersAnew, useMembers } from './members.tsx';

/** The members of a team. Owners change their roles and remove them, and everybody may leave. */
export function MemberList({ team }: { team: TeamOfUser }) {
  const members = useMembers(team.id);
  const [failure, setFailure] = useState<string>();
  const attempt = async (change: () => Promise<void>) => {
    setFailure(undefined);
    try {
      await change();
    } catch (error) {
      setFailure(memberFailure(error));
    }
    // A refusal may mean that they are others by now.
    await readMembersAnew(team.id);
  };
  return (
    <>
      <ul className="divide-y divide-line">
        {members.map((member) => (
          <MemberRow
            attempt={attempt}
            isSelf={member.id === team.person.id}
            key={member.id}
            member={member}
            team={team}
          />
        ))}
      </ul>
      <FailureAlert failure={failure === undefined ? undefined : { sentence: failure }} />
    </>
  );
}

interface MemberRowProps {
  team: TeamOfUser;
  member: Member;
  isSelf: boolean;
  /** Carries out a change, and says why it failed. */
  attempt: (change: () => Promise<void>) => Promise<void>;
}

function MemberRow({ team, member, isSelf, attempt }: MemberRowProps) {
  const name = memberName(member);
  const mayChange = useMayOwn('updateMember');
  const mayRemove = useMayOwn('removeMember');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
      <UserIcon className="size-4 shrink-0 text-muted" />
      <p className="min-w-40 grow basis-0 wrap-anywhere">
        {name}
        {isSelf && <span className="text-muted"> (you)</span>}
      </p>
      <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-end">
        {mayChange ? (
          <RoleSelect
            aria-label={`Role of ${name}`}
            className="max-w-32"
            onChange={(role) => void attempt(() => setRole(team, member, role, isSelf))}
            value={member.role}
          />
        ) : (
          <span className="text-muted">{roleWords[member.role]}</span>
        )}
        {isSelf && <Button onClick={() => void attempt(() => leave(team, member))}>Leave…</Button>}
        {mayRemove && !isSelf && (
          <IconButton
            className="hover:text-danger"
            label={`Remove ${name}`}
            onClick={() => void attempt(() => remove(team, member))}
          >
            <TrashIcon />
          </IconButton>
        )}
      </div>
    </li>
  );
}

async function setRole(
  team: TeamOfUser,
  member: Member,
  role: Role,
  isSelf: boolean,
): Promise<void> {
  const isConfirmed =
    !isSelf ||
    (await confirm({
      title: 'Give up being an owner?',
      text: 'Only another owner can make you one again. The invitations that you made are withdrawn.',
      action: `Become a ${role}`,
      isDanger: true,
    }));
  if (!isConfirmed) return;
  await teamCalls.setRole(team.id, member.id, role);
  if (isSelf) await readAnew();
}

async function remove(team: TeamOfUser, member: Member): Promise<void> {
  const isConfirmed = await confirm({
    title: `Remove ${memberName(member)}?`,
    text: 'They lose the team at once. The API keys, invitations and shares that they made here stop working and are deleted.',
    action: 'Remove member',
    isDanger: true,
  });
  if (isConfirmed) await teamCalls.removeMember(team.id, member.id);
}

async function leave(team: TeamOfUser, self: Member): Promise<void> {
  const isConfirmed = await confirm({
    title: `Leave ${team.name}?`,
    text: 'You lose the team at once. The API keys, invitations and shares that you made here stop working and are deleted. To come back, you need an invitation.',
    action: 'Leave the team',
    isDanger: true,
  });
  if (!isConfirmed) return;
  await teamCalls.removeMember(team.id, self.id);
  location.replace('/');
}

/** The email of a member, or a stand-in for whoever has none. */
function memberName({ id, email }: Pick<Member, 'id' | 'email'>): string {
  return email ?? `account ${id}`;
}

/** Says why a member could not be changed or removed. The service's own words say that a team needs an owner. */
function memberFailure(error: unknown): string {
  return isGone(error) ? 'This is no longer a member of the team.' : failureOf(error).sentence;
}
