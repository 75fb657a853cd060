import type { PlanOffer, Principal } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { NarrowPage, PageSection } from '../page/narrow-page.tsx';
import { useService } from '../service/client.ts';
import { useMayOwn, usePrincipal, useUser } from '../session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass, textLink } from '../ui/controls.tsx';
import { formatBytes, formatCount, formatDay, plural } from '../ui/format.ts';
import { WarningIcon } from '../ui/icons.tsx';
import { OperatorCommand, useOffers } from './offers.tsx';
import { planTitle, priceText, purchaseOf, statusSentence } from './plans.ts';
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

const rows: ReadonlyArray<readonly [name: string, value: (offer: PlanOffer) => string]> = [
  ['Endpoints', ({ endpoints }) => formatCount(endpoints)],
  ['Requests each', ({ requestsPerEndpoint }) => formatCount(requestsPerEndpoint)],
  ['Storage', ({ bytes }) => formatBytes(bytes)],
  ['Kept', ({ days }) => plural(days, 'day')],
  ['API keys', ({ plan }) => (plan === 'free' ? 'No' : 'Yes')],
];

interface PlanTableProps {
  offers: readonly PlanOffer[];
  principal: Principal;
}

/** The plans side by side, and the ways to get a larger one. */
function PlanTable({ offers, principal }: PlanTableProps) {
  const purchases = offers.map((offer) => ({
    plan: offer.plan,
    purchase: purchaseOf(offer, principal),
  }));
  const links = purchases.flatMap(({ plan, purchase }) =>
    purchase.kind === 'link' ? [{ plan, url: purchase.url }] : [],
  );
  const mayOwn = useMayOwn('payments');
  const larger = purchases.find(({ purchase }) => purchase.kind !== 'owned');
  return (
    <>
      <table className="tabular w-full table-fixed text-left">
        <thead>
          <tr className="border-b border-line align-bottom">
            <th className="py-2" scope="col">
              <span className="sr-only">Limit</span>
            </th>
            {offers.map(({ plan }) => (
              <th className="px-1 py-2 font-semibold wrap-anywhere" key={plan} scope="col">
                {planTitle(plan)}
                {plan === principal.plan && (
                  <span className="block text-xs font-normal text-accent">Yours</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr className="border-b border-line" key={name}>
              <th className="py-2 pr-2 font-normal text-muted" scope="row">
                {name}
              </th>
              {offers.map((offer) => (
                <td className="px-1 py-2" key={offer.plan}>
                  {value(offer)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {larger !== undefined && !mayOwn && (
        <p className="mt-4 text-muted">An owner of the team can change its plan.</p>
      )}
      {larger !== undefined && mayOwn && (
        <div className="mt-4">
          {principal.isGuest && <GuestFirst />}
          {!principal.isGuest && links.length === 0 && (
            <OperatorCommand plan={larger.plan} principal={principal} />
          )}
          <div className="flex flex-wrap gap-2">
            {links.map(({ plan, url }) => (
              <a className={buttonClass('primary')} href={url} key={plan}>
                Upgrade to {planTitle(plan)}
              </a>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

function GuestFirst() {
  return (
    <p className="text-muted">
      Plans need an account.{' '}
      <Link className={textLink} search={{ next: '/plan' }} to="/register">
        Create one
      </Link>{' '}
      first: it is free, and your endpoints move into it.
    </p>
  );
}
