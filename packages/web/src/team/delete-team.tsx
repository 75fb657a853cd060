import { HookwellError } from '@hookwell/client';
import { useState } from 'react';
import { useEndpoints } from '../endpoints/endpoints.ts';
import { teamCalls } from '../session/teams.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { failureOf } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';
import { Field } from '../ui/field.tsx';
import { plural } from '../ui/format.ts';
import { useForm } from '../ui/use-form.ts';
import type { PageTeam } from './page-team.ts';

/** The button that deletes the team, and the dialog that asks for its name before. */
export function DeleteTeam({ team }: { team: PageTeam }) {
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
  team: PageTeam;
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
