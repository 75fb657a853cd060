import { type Endpoint, HookwellError } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { basePath } from '../page/this-page.ts';
import { shownCharacters } from '../request/shown-text.tsx';
import { isGone } from '../service/client.ts';
import { useUser } from '../session/session.ts';
import { teamCalls, teamsQuery } from '../session/teams.ts';
import { Button, Spinner } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { type Failure, FailureAlert, failureOf, useSubmission } from '../ui/form.tsx';
import { plural } from '../ui/format.ts';
import { toastOnNextPage } from '../ui/toasts.tsx';
import { type MoveTarget, moveTargets } from './move-targets.ts';

/** Moves an endpoint to another account of the user: their own, or a team. */
export function MoveDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const user = useUser();
  const { data: teams, error } = useQuery(teamsQuery);
  const targets = teams && moveTargets(user, teams);
  return (
    <Dialog isOpen onClose={onClose} title={`Move ${endpoint.badgeName}`}>
      {error !== null && <FailureAlert failure={failureOf(error)} />}
      {targets === undefined && error === null && <Spinner label="Loading" />}
      {targets?.length === 0 && (
        <p>
          There is nowhere to move it: you are not yet a member of a team. Viewers cannot take
          endpoints in.
        </p>
      )}
      {targets !== undefined && targets.length > 0 && (
        <MoveForm endpoint={endpoint} onClose={onClose} targets={targets} />
      )}
    </Dialog>
  );
}

interface MoveFormProps {
  endpoint: Endpoint;
  targets: readonly MoveTarget[];
  onClose: () => void;
}

function MoveForm({ endpoint, targets, onClose }: MoveFormProps) {
  const [chosen, setChosen] = useState(targets[0]);
  const [refused, setRefused] = useState<{ by: MoveTarget | undefined; removed: number }>();
  const isRefused = refused?.by === chosen;
  /** How many requests the chosen account would not keep, once the service has said so. */
  const removing = isRefused ? (refused?.removed ?? 0) : 0;
  const { formProps, failure, isBusy } = useSubmission({
    check: () => undefined,
    run: async () => {
      if (chosen === undefined) return;
      await teamCalls.moveEndpoint(endpoint.token, chosen.id, { removing });
      toastOnNextPage(`Moved to ${shownCharacters(chosen.name)}.`);
      // The pages of the other account are another document.
      location.assign(`${chosen.path}/endpoints/${endpoint.token}`);
    },
    explain: (error) => {
      const removed = removedBy(error);
      setRefused({ by: chosen, removed });
      return moveFailure(error, removed, chosen?.name ?? '');
    },
  });
  return (
    <form aria-label="Move the endpoint" className="space-y-4" {...formProps}>
      <p>
        It moves with its URL, settings and captured requests. Senders notice nothing; links that
        share it end. Whoever is in the other account sees all of it
        {basePath === '' ? '' : ', and the members of this team no more'}.
      </p>
      <fieldset>
        <legend className="mb-1 font-medium">Move to</legend>
        {targets.map((target) => (
          <label className="flex items-center gap-2 py-1 wrap-anywhere" key={target.id}>
            <input
              checked={target.id === chosen?.id}
              className="size-4 shrink-0 accent-accent"
              name="target"
              onChange={() => setChosen(target)}
              type="radio"
            />
            {target.name}
          </label>
        ))}
      </fieldset>
      <FailureAlert failure={isRefused ? failure : undefined} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button aria-disabled={isBusy} tone={removing > 0 ? 'danger' : 'primary'} type="submit">
          {removing > 0 ? `Delete ${plural(removing, 'request')} and move` : 'Move endpoint'}
        </Button>
      </div>
    </form>
  );
}

/** How many requests a move would delete: the refusal names the number that the next try has to name. */
function removedBy(error: unknown): number {
  if (!(error instanceof HookwellError) || error.status !== 409) return 0;
  return Number(/removing=(\d+)/.exec(error.message)?.[1] ?? 0);
}

function moveFailure(error: unknown, removed: number, target: string): Failure<never> {
  if (removed > 0) {
    const lost = plural(removed, 'oldest request', 'oldest requests');
    return {
      sentence: `The plan of ${target} keeps fewer requests of an endpoint. Moving this one deletes its ${lost} for good.`,
    };
  }
  if (error instanceof HookwellError && error.status === 403 && /limit/i.test(error.message)) {
    return {
      sentence: `The plan of ${target} allows no further endpoint. Delete one there first.`,
    };
  }
  if (isGone(error)) {
    return { sentence: 'The endpoint is gone, or you may no longer add one there.' };
  }
  return failureOf<never>(error);
}
