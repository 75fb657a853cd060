import type { Principal } from '@hookwell/client';
import { NarrowPage, PageSection } from '../page/narrow-page.tsx';
import { useService } from '../service/service.ts';
import { usePrincipal, useUser } from '../session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { formatDay } from '../ui/format.ts';
import { WarningIcon } from '../ui/icons.tsx';
import { useOffers } from './offers.tsx';
import { PlanTable } from './plan-table.tsx';
import { planTitle, priceText, statusSentence } from './plans.ts';
import { Usage } from './usage-section.tsx';

/** The account's plan, its usage, and the other plans where they are sold. */
export function PlanScreen() {
  const principal = usePrincipal();
  const offers = useOffers();
  const { sellsPlans } = useService();
  const offer = offers.find(({ plan }) => plan === principal.plan);
  return (
    <NarrowPage lead={<CurrentPlan principal={principal} />} title="Plan and usage">
      {principal.status === 'past_due' && <PastDue principal={principal} />}
      {offer !== undefined && (
        <PageSection title="Usage">
          <Usage limits={offer} />
        </PageSection>
      )}
      {principal.subscriptionId !== undefined && (
        <PageSection title="Subscription">
          <Subscription principal={principal} />
        </PageSection>
      )}
      {sellsPlans && (
        <PageSection title="Plans">
          <PlanTable offers={offers} principal={principal} />
        </PageSection>
      )}
    </NarrowPage>
  );
}

function CurrentPlan({ principal }: { principal: Principal }) {
  const { plan, status } = principal;
  const isTeam = useUser().team !== undefined;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        {isTeam ? 'The team is on' : 'You are on'}{' '}
        <strong className="font-semibold text-text">{planTitle(plan)}</strong>
        {status === 'past_due' && <Badge tone="warn">Payment overdue</Badge>}
        {status === 'canceled' && <Badge>Canceled</Badge>}
      </p>
      {status !== 'past_due' && <p className="mt-1 text-sm">{statusSentence(principal)}</p>}
    </>
  );
}

function PastDue({ principal }: { principal: Principal }) {
  return (
    <p className="flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2 text-warn">
      <WarningIcon className="mt-0.5 size-4 shrink-0" />
      {statusSentence(principal)}
    </p>
  );
}

function Subscription({ principal }: { principal: Principal }) {
  const { datePurchase, dateStart, dateEnd, subscriptionId, status } = principal;
  const rows: [name: string, value: string | undefined][] = [
    ['Price', priceText(principal)],
    ['Bought', datePurchase && formatDay(datePurchase)],
    ['Current period', dateStart && `From ${formatDay(dateStart)}`],
    [status === 'canceled' ? 'Was paid until' : 'Paid until', dateEnd && formatDay(dateEnd)],
    ['Subscription', subscriptionId],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
      {rows.map(
        ([name, value]) =>
          value !== undefined && (
            <div className="contents" key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="tabular wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
