import { type Endpoint, HookwellError, type Principal, type Service } from '@hookwell/client';
import { forgetEndpoints } from '../log/use-request-log.ts';
import { confirm } from '../ui/open-dialogs.ts';
import { toast, toastFailure } from '../ui/toasts.tsx';
import { deleteEndpoint, regenerateEndpoints } from './endpoints.ts';

/** Deletes an endpoint if the user confirms it, and says whether it did. */
export async function deleteIfConfirmed(endpoint: Endpoint): Promise<boolean> {
  const isConfirmed = await confirm({
    title: `Delete ${endpoint.badgeName}?`,
    text: 'Its receive URL stops working at once, and every request it captured is deleted. This cannot be undone.',
    action: 'Delete endpoint',
    isDanger: true,
  });
  if (!isConfirmed) return false;
  await deleteEndpoint(endpoint.token);
  forgetEndpoints([endpoint]);
  toast({ text: `Deleted ${endpoint.badgeName}.` });
  return true;
}

/** Deletes all endpoints and makes a new one if the user confirms it. Gives the new one. */
export async function startOverIfConfirmed(
  endpoints: readonly Endpoint[],
): Promise<Endpoint | undefined> {
  const isConfirmed = await confirm({
    title: 'Delete all endpoints and start over?',
    text: `All ${endpoints.length} of your endpoints and every request they captured are deleted, and one new endpoint is made. Senders that still use the old URLs get the status 404. This cannot be undone.`,
    action: 'Delete all endpoints',
    isDanger: true,
  });
  if (!isConfirmed) return undefined;
  const created = await regenerateEndpoints();
  forgetEndpoints(endpoints);
  toast({ text: 'Your new endpoint is ready.' });
  return created;
}

/**
 * Says why no endpoint was made: where the plan allows no more, how many it allows, and what helps.
 * @param showPlans leads to the plans
 */
export function toastNotCreated(
  error: unknown,
  count: number,
  { plan }: Pick<Principal, 'plan'>,
  { plans }: Pick<Service, 'plans'>,
  showPlans: () => void,
): void {
  const most = plans.find((offered) => offered.plan === plan)?.endpoints;
  const isLimit = error instanceof HookwellError && error.status === 403;
  if (!isLimit || most === undefined) return toastFailure('Could not create an endpoint', error);
  toast({
    text: `${count} of ${most} endpoints: delete one first, or choose a larger plan.`,
    tone: 'problem',
    action: { label: 'Plans', run: showPlans },
    durationMs: 10_000,
  });
}
