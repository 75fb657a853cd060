import type { PlanName } from '@hookwell/contract';
import type { Database, Transaction } from '../database/tables.ts';

/** The captures that a better plan kept stay for so long after its end. */
const gracePeriodMs = 7 * 86_400_000;

/** Notes that the account had this plan until now. */
export async function noteFormerPlan(
  transaction: Transaction,
  accountId: number,
  plan: PlanName,
  now: number,
): Promise<void> {
  await transaction
    .insertInto('former_plan')
    .values({ account_id: accountId, plan, ended_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'plan']).doUpdateSet({ ended_at: now }),
    )
    .execute();
}

/** Copies the former plans of an account to the one that it becomes part of, which keeps their captures. */
export async function copyFormerPlans(
  transaction: Transaction,
  fromId: number,
  toId: number,
): Promise<void> {
  const rows = await transaction
    .selectFrom('former_plan')
    .selectAll()
    .where('account_id', '=', fromId)
    .execute();
  for (const { plan, ended_at } of rows) {
    const own = await transaction
      .selectFrom('former_plan')
      .select('ended_at')
      .where('account_id', '=', toId)
      .where('plan', '=', plan)
      .executeTakeFirst();
    await noteFormerPlan(transaction, toId, plan, Math.max(ended_at, own?.ended_at ?? 0));
  }
}

/** The former plans of each of these accounts that ended within the grace period. */
export async function recentPlansOf(
  db: Database,
  accountIds: readonly number[],
  now: number,
): Promise<Map<number, PlanName[]>> {
  const plans = new Map<number, PlanName[]>();
  if (accountIds.length === 0) return plans;
  const rows = await db
    .selectFrom('former_plan')
    .select(['account_id', 'plan'])
    .where('account_id', 'in', [...new Set(accountIds)])
    .where('ended_at', '>', now - gracePeriodMs)
    .execute();
  for (const { account_id, plan } of rows) {
    plans.set(account_id, [...(plans.get(account_id) ?? []), plan]);
  }
  return plans;
}
