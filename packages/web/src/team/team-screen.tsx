import { HookwellError } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useEndpoints } from '../endpoints/endpoints.ts';
import { NarrowPage, PageSection } from '../page/narrow-page.tsx';
import { Notice, titleEnd } from '../page/page-head.tsx';
import { shownCharacters } from '../request/shown-text.tsx';
import { showUser, useMayOwn, usePrincipal, useUser } from '../session/session.ts';
import type { TeamOfUser } from '../session/start.ts';
import { roleWords, teamCalls } from '../session/teams.ts';
import { SharesSection } from '../sharing/shares-section.tsx';
import { Button, buttonClass, textLink } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FailureAlert, failureOf, nameProblem, useForm } from '../ui/form.tsx';
import { plural } from '../ui/format.ts';
import { toast } from '../ui/toasts.tsx';
import { InvitationSection } from './invitation-section.tsx';
import { MemberList } from './member-list.tsx';
import { roleChoices } from './members.tsx';

/** The team that the page is about: its members, and for owners all that may be done to it. */
export function TeamScreen() {
  const { team } = useUser();
  return team === undefined ? <NoTeam /> : <TeamPage team={team} />;
}

function TeamPage({ team }: { team: TeamOfUser }) {
  const mayRename = useMayOwn('updateTeam');
  const mayInvite = useMayOwn('createInvitation', 'listInvitations', 'deleteInvitation');
  const mayDelete = useMayOwn('deleteTeam');
  const mayAudit = useMayOwn('listAudit');
  return (
    <NarrowPage
      lead={
        <span className="wrap-anywhere">
          You are {team.role === 'owner' ? 'an' : 'a'} {team.role} of this team.
          {mayAudit && (
            <>
              {' '}
              <Link className={textLink} to="/audit">
                Audit
              </Link>
            </>
          )}
        </span>
      }
      title={shownCharacters(team.name)}
    >
      {mayRename && (
        <PageSection title="Rename the team">
          <TeamName team={team} />
        </PageSection>
      )}
      <PageSection title="Members">
        <MemberList team={team} />
        <Roles />
      </PageSection>
      {mayInvite && (
        <PageSection title="Invitations">
          <InvitationSection team={team} />
        </PageSection>
      )}
      <SharesSection />
      {mayDelete && (
        <PageSection title="Delete the team">
          <DeleteTeam team={team} />
        </PageSection>
      )}
    </NarrowPage>
  );
}

function Roles() {
  return (
    <dl className="mt-4 space-y-0.5 text-xs text-muted">
      {roleChoices.map(({ role, may }) => (
        <div className="flex gap-1.5" key={role}>
          <dt className="w-14 shrink-0 font-medium">{roleWords[role]}</dt>
          <dd>{may}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The same address of an account. */
function NoTeam() {
  return (
    <Notice title="This is your own account">
      <p className="text-muted">
        It has no members. A team of yours is in the menu of the account.
      </p>
      <a className={buttonClass('primary')} href="/">
        Go to your endpoints
      </a>
    </Notice>
  );
}

/** Renames the team. */
function TeamName({ team }: { team: TeamOfUser }) {
  const principal = usePrincipal();
  const form = useForm<'name'>({
    initial: { name: team.name },
    check: ({ name }) => [['name', nameProblem(name, 'Give the team a name.')]],
    run: async ({ name }) => {
      const renamed = await teamCalls.rename(team.id, name.trim());
      showUser({ principal, team: { ...team, name: renamed.name } });
      titleEnd.setState(() => `${renamed.name} – Hookwell`);
      toast({ text: 'The team has its new name.' });
    },
    explain: (error) => failureOf(error, { name: 'name' }),
  });
  return (
    <form aria-label="Name of the team" className="space-y-3" {...form.formProps}>
      <div className="flex flex-wrap items-start gap-2">
        <Field
          {...form.fieldProps('name')}
          autoComplete="off"
          className="min-w-48 grow"
          label="Name"
        />
        <Button aria-disabled={form.isBusy} className="mt-6.5" type="submit">
          Rename
        </Button>
      </div>
      <FailureAlert failure={form.failure} />
    </form>
  );
}

/** The button that deletes the team, and the dialog that asks for its name before. */
function DeleteTeam({ team }: { team: TeamOfUser }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="mb-3 text-muted">
        This deletes the team for all its members, with its endpoints, captured requests and API
        keys. To keep an endpoint, move it first, in the menu of endpoints.
      </p>
      <Button onClick={() => setOpen(true)} tone="danger">
        Delete team…
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Delete the team?">
        <DeletionForm onCancel={() => setOpen(false)} team={team} />
      </Dialog>
    </>
  );
}

interface DeletionFormProps {
  team: TeamOfUser;
  onCancel: () => void;
}

function DeletionForm({ team, onCancel }: DeletionFormProps) {
  const endpoints = useEndpoints().length;
  const form = useForm<'name'>({
    initial: { name: '' },
    check: ({ name }) => [
      ['name', name.trim() === team.name ? undefined : `Type the name as it is: ${team.name}`],
    ],
    run: async () => {
      await teamCalls.delete(team.id, { withEndpoints: endpoints > 0 });
      location.replace('/');
    },
    explain: (error) =>
      error instanceof HookwellError && error.status === 409
        ? { sentence: 'The team has endpoints that this page does not know of. Load it again.' }
        : failureOf(error),
  });
  return (
    <form aria-label="Confirm the deletion" className="space-y-4" {...form.formProps}>
      <p className="wrap-anywhere">
        {endpoints === 0
          ? `${team.name} has no endpoint.`
          : `${team.name} has ${plural(endpoints, 'endpoint')}. Senders that use ${
              endpoints === 1 ? 'its URL' : 'their URLs'
            } get the status 404 from then on, and everything captured there is deleted.`}{' '}
        This cannot be undone.
      </p>
      <Field
        {...form.fieldProps('name')}
        autoComplete="off"
        label="Name of the team"
        spellCheck={false}
      />
      <FailureAlert failure={form.failure} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button aria-disabled={form.isBusy} tone="danger" type="submit">
          Delete team
        </Button>
      </div>
    </form>
  );
}

/** Makes a team, and leads to the page where others are invited to it. */
export function NewTeamDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<'name'>({
    initial: { name: '' },
    check: ({ name }) => [['name', nameProblem(name, 'Give the team a name.')]],
    run: async ({ name }) => {
      const { id } = await teamCalls.create(name.trim());
      location.assign(`/t/${id}/team`);
    },
    explain: (error) => failureOf(error, { name: 'name' }),
  });
  return (
    <Dialog isOpen onClose={onClose} title="New team">
      <form className="space-y-4" {...form.formProps} aria-label="New team">
        <p>
          A team has endpoints, keys and a plan of its own, and everybody in it works with them.
        </p>
        <Field
          {...form.fieldProps('name')}
          autoComplete="off"
          hint="What the others know it by: “Payments”."
          label="Name"
        />
        <FailureAlert failure={form.failure} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button aria-disabled={form.isBusy} tone="primary" type="submit">
            Create team
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
