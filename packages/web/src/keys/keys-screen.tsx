import type { Principal } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { NarrowPage, PageSection } from '../page/narrow-page.tsx';
import { OperatorCommand, useOffers } from '../plan/offers.tsx';
import { planTitle, purchaseOf } from '../plan/plans.ts';
import { useService } from '../service/client.ts';
import { useMayChange, useMayOwn, useUser } from '../session/session.ts';
import { buttonClass, textLink } from '../ui/controls.tsx';
import { CommandBox } from '../ui/copy-button.tsx';
import { KeyList } from './key-list.tsx';

/** The account's API keys, or the way to a plan that has keys. */
export function KeysScreen() {
  const { principal, team } = useUser();
  const mayChange = useMayChange();
  const hasApiUse = !principal.isGuest && principal.plan !== 'free';
  return (
    <NarrowPage
      lead={`With a key, programs read, watch and clear ${team === undefined ? 'your requests' : 'the requests of the team'} through the API.`}
      title="API keys"
    >
      {!mayChange && <p>Members and owners of the team can have keys. You are a viewer.</p>}
      {mayChange && (hasApiUse ? <KeyList /> : <NoKeysYet principal={principal} />)}
      {mayChange && <KeyExample />}
    </NarrowPage>
  );
}

/** An example of a call with a key. */
function KeyExample() {
  const command = `curl -H "Authorization: Bearer $HOOKWELL_API_KEY" '${location.origin}/api/requests?limit=10'`;
  return (
    <PageSection title="Using a key">
      <p className="mb-3">
        A key is a bearer credential. Keep it in an environment variable, not in the code:
      </p>
      <CommandBox label="the example" text={command} />
      <p className="mt-3 text-muted">
        Everything else is in the{' '}
        <a className={textLink} href="/docs">
          API documentation
        </a>
        .
      </p>
    </PageSection>
  );
}

/** Leads an account whose plan has no keys to one that has. */
function NoKeysYet({ principal }: { principal: Principal }) {
  const { sellsPlans } = useService();
  return (
    <div className="rounded-xl border border-line bg-surface p-5">
      <h2 className="text-base font-semibold">
        {principal.isGuest && !sellsPlans
          ? 'Keys come with an account'
          : 'Keys come with the Plus and Enterprise plans'}
      </h2>
      {principal.isGuest ? <GuestWay /> : <AccountWay principal={principal} />}
    </div>
  );
}

function GuestWay() {
  return (
    <>
      <p className="mt-1 text-muted">
        API keys need an account, and you are a guest. Create one first; your endpoints move into
        it.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link className={buttonClass('primary')} search={{ next: '/keys' }} to="/register">
          Create an account
        </Link>
        <Link className={buttonClass()} search={{ next: '/keys' }} to="/login">
          Log in
        </Link>
      </div>
    </>
  );
}

function AccountWay({ principal }: { principal: Principal }) {
  const mayOwn = useMayOwn('payments');
  const { team } = useUser();
  const links = useOffers().flatMap((offer) => {
    const purchase = purchaseOf(offer, principal);
    return purchase.kind === 'link' ? [{ plan: offer.plan, url: purchase.url }] : [];
  });
  if (!mayOwn) return <p className="mt-1 text-muted">An owner of the team can change its plan.</p>;
  if (links.length === 0) return <OperatorCommand plan="plus" principal={principal} />;
  return (
    <>
      <p className="mt-1 text-muted">
        {team === undefined ? 'Your plan' : 'The plan of the team'} is Free. The dashboard works on
        every plan; programs need one of these.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {links.map(({ plan, url }, index) => (
          <a className={buttonClass(index === 0 ? 'primary' : 'plain')} href={url} key={plan}>
            Upgrade to {planTitle(plan)}
          </a>
        ))}
        <Link className={buttonClass('quiet')} to="/plan">
          Compare the plans
        </Link>
      </div>
    </>
  );
}
