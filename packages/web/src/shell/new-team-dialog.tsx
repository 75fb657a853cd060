import { teamCalls } from '../session/teams.ts';
import { Button } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FailureAlert, failureOf, nameProblem, useForm } from '../ui/form.tsx';

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
