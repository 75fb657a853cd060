import type { ApiKey, CreatedApiKey, Principal } from '@hookwell/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { NarrowPage, PageSection } from '../page/narrow-page.tsx';
import { OperatorCommand, useOffers } from '../plan/offers.tsx';
import { mostKeys, planTitle, purchaseOf } from '../plan/plans.ts';
import { client, queryClient, useService } from '../service/client.ts';
import { useMayChange, useMayOwn, useUser } from '../session/session.ts';
import { Button, buttonClass, IconButton, textLink } from '../ui/controls.tsx';
import { CommandBox } from '../ui/copy-button.tsx';
import { ShownOnceDialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FailureAlert, failureOf, nameProblem, useForm } from '../ui/form.tsx';
import { formatAge, formatDay, formatExactTime } from '../ui/format.ts';
import { TrashIcon } from '../ui/icons.tsx';
import { confirm } from '../ui/open-dialogs.ts';
import { KeyIcon } from '../ui/part-icons.tsx';
import { toast, toastFailure } from '../ui/toasts.tsx';

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

/** The account's keys, oldest first. Its plan must have API use. */
const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => client.keys.list({ signal }),
});

const readKeysAnew = () => queryClient.invalidateQueries(keysQuery);

/** The account's keys, and the form for another. */
function KeyList() {
  const keys = useSuspenseQuery(keysQuery).data;
  const { team } = useUser();
  const seesAll = useMayOwn('keysOfOthers');
  const [created, setCreated] = useState<CreatedApiKey>();
  return (
    <>
      <PageSection title="New key">
        <KeyForm isFull={keys.length >= mostKeys} onCreated={setCreated} />
      </PageSection>
      <PageSection title={keys.length === 0 ? 'Keys' : `Keys (${keys.length})`}>
        {team !== undefined && (
          <p className="mb-3 text-muted">
            {seesAll
              ? 'These are the keys of everybody in the team. Each acts with the role of who made it.'
              : 'These are the keys that you made. Owners of the team see all of them.'}
          </p>
        )}
        {keys.length === 0 ? (
          <p className="text-muted">There is none yet.</p>
        ) : (
          <ul className="divide-y divide-line">
            {keys.map((key) => (
              <KeyRow apiKey={key} key={key.trackingId} />
            ))}
          </ul>
        )}
      </PageSection>
      {created !== undefined && (
        <ShownOnceDialog
          noun="key"
          onClose={() => setCreated(undefined)}
          text={created.secret}
          title="Your new key"
        >
          This is the key <strong className="font-semibold">{created.name}</strong>.
        </ShownOnceDialog>
      )}
    </>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { name, keyHint, createdAt, lastUsed } = apiKey;
  return (
    <li className="flex items-center gap-3 py-3">
      <KeyIcon className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted">
          <code>{keyHint}</code>
          <span>Created {formatDay(createdAt)}</span>
          {lastUsed === undefined ? <span>Never used</span> : <LastUsed at={lastUsed} />}
        </p>
      </div>
      <IconButton
        className="hover:text-danger"
        label={`Delete the key ${name}`}
        onClick={() => void remove(apiKey)}
      >
        <TrashIcon />
      </IconButton>
    </li>
  );
}

function LastUsed({ at }: { at: string }) {
  const age = formatAge(at, Date.now());
  return (
    <span>
      Last used{' '}
      <time dateTime={at} title={formatExactTime(at)}>
        {age === 'now' ? 'just now' : `${age} ago`}
      </time>
    </span>
  );
}

async function remove(key: ApiKey): Promise<void> {
  const isConfirmed = await confirm({
    title: `Delete ${key.name}?`,
    text: 'Programs that use this key are refused from then on. This cannot be undone.',
    action: 'Delete key',
    isDanger: true,
  });
  if (!isConfirmed) return;
  try {
    await client.keys.delete(key.trackingId).finally(readKeysAnew);
    toast({ text: `Deleted ${key.name}.` });
  } catch (error) {
    toastFailure(`Could not delete ${key.name}`, error);
  }
}

interface KeyFormProps {
  isFull: boolean;
  onCreated: (created: CreatedApiKey) => void;
}

/** Makes a key, or says that the account can have no more. */
function KeyForm({ isFull, onCreated }: KeyFormProps) {
  const form = useForm<'name'>({
    initial: { name: '' },
    check: ({ name }) => [
      ['name', nameProblem(name, 'Give the key a name, so that you recognise it later.')],
    ],
    run: async ({ name }) => {
      const created = await client.keys.create({ name: name.trim() });
      await readKeysAnew();
      form.clear();
      onCreated(created);
    },
    explain: (error) => failureOf(error, { name: 'name' }),
  });

  if (isFull) {
    return (
      <p>
        An account can have at most {mostKeys} keys, and yours has that many. To create another,
        delete one that is no longer used.
      </p>
    );
  }
  return (
    <form aria-label="New API key" className="space-y-3" {...form.formProps}>
      <div className="flex flex-wrap items-start gap-2">
        <Field
          {...form.fieldProps('name')}
          autoComplete="off"
          className="min-w-48 grow"
          hint="The program that will use the key: “Deploy script”."
          label="Name"
        />
        <Button aria-disabled={form.isBusy} className="mt-6.5" tone="primary" type="submit">
          Create key
        </Button>
      </div>
      <FailureAlert failure={form.failure} />
    </form>
  );
}
