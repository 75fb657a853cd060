import { HookwellError, type Principal, type Service } from '@hookwell/client';
import { toast, toastFailure } from '../ui/toasts.tsx';

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
