import { leastRoleOfParts, type PlanOffer } from '@hookwell/contract';
import { isGuest } from '../account-kind.ts';
import type { Config } from '../config.ts';
import type { AccountRow } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { isLower } from '../members/memberships.ts';
import { listPlans } from './plans.ts';

/**
 * Every plan with the page that sells it to this account. The address names the account, so that the
 * provider's checkout event does too: https://docs.stripe.com/payment-links/url-parameters. A guest gets no
 * page and registers first, since a purchase would end with its session; of a team owners alone get one.
 */
export function offersFor(
  config: Pick<Config, 'plans' | 'checkoutLinks'>,
  { account, role }: Pick<Caller, 'role'> & { account: Pick<AccountRow, 'id' | 'kind' | 'email'> },
): PlanOffer[] {
  const mayNotPay = isLower(role, leastRoleOfParts.payments);
  return listPlans(config).map((plan) => {
    const link = config.checkoutLinks.get(plan.plan);
    if (link === undefined || isGuest(account) || mayNotPay) return plan;
    const url = new URL(link);
    url.searchParams.set('client_reference_id', String(account.id));
    if (account.email !== null) url.searchParams.set('prefilled_email', account.email);
    return { ...plan, checkoutUrl: url.href };
  });
}
