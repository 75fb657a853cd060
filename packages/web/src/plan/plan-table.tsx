import type { PlanOffer, Principal } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { useMayOwn } from '../session/session.ts';
import { buttonClass, textLink } from '../ui/controls.tsx';
import { formatBytes, formatCount, plural } from '../ui/format.ts';
import { OperatorCommand } from './offers.tsx';
import { planTitle, purchaseOf } from './plans.ts';

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
export function PlanTable({ offers, principal }: PlanTableProps) {
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
