import { titleEnd } from '../page/use-title.ts';
import { showUser, usePrincipal } from '../session/session.ts';
import { teamCalls } from '../session/teams.ts';
import { Button } from '../ui/button.tsx';
import { failureOf } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';
import { Field } from '../ui/field.tsx';
import { toast } from '../ui/toasts.ts';
import { useForm } from '../ui/use-form.ts';
import type { PageTeam } from './page-team.ts';
import { teamNameProblem } from './team-name-problem.ts';

/** Renames the team. */
export function TeamName({ team }: { team: PageTeam }) {
  const principal = usePrincipal();
  const form = useForm<'name'>({
    initial: { name: team.name },
    check: ({ name }) => [['name', teamNameProblem(name.trim())]],
    run: async ({ name }) => {
      const { id, ...ofUser } = team;
      const renamed = await teamCalls.rename(id, name.trim());
      showUser({ principal, team: { ...ofUser, name: renamed.name } });
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
