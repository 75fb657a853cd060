import type { Principal } from '@hookwell/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEndpoints } from '../endpoints/endpoints.ts';
import { NarrowPage, PageSection } from '../page/narrow-page.tsx';
import { planTitle } from '../plan/plans.ts';
import { client, useService } from '../service/client.ts';
import { usePrincipal } from '../session/session.ts';
import { SharesSection } from '../sharing/shares-section.tsx';
import { Button, buttonClass, textLink } from '../ui/controls.tsx';
import { FailureAlert, failureOf, useForm } from '../ui/form.tsx';
import { plural } from '../ui/format.ts';
import { toast } from '../ui/toasts.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { useLogOut } from './log-out.ts';
import { SignOnLink } from './single-sign-on.tsx';
import {
  leastPasswordCharacters,
  newPasswordProblem,
  PasswordField,
  standingPasswordProblem,
} from './ways-in.tsx';

/** The ways to log in that the user's account has. */
const methodsQuery = queryOptions({
  queryKey: ['log-in methods'],
  queryFn: ({ signal }) => client.auth.methods({ signal }),
});

/** The account or guest session, and the ways to end it. */
export function AccountScreen() {
  const principal = usePrincipal();
  const { email, isGuest, plan } = principal;
  const { login } = useService();
  const { password: hasPassword } = useSuspenseQuery(methodsQuery).data;
  const endpoints = useEndpoints();
  const logOut = useLogOut();
  return (
    <NarrowPage
      lead={<WhoYouAre hasPassword={hasPassword} principal={principal} />}
      title="Account"
    >
      {isGuest && <GuestSection endpoints={endpoints.length} />}
      {!isGuest && (
        <p>
          The plan is {planTitle(plan)}, with {plural(endpoints.length, 'endpoint')}.{' '}
          <Link className={textLink} to="/plan">
            Plan and usage
          </Link>
          {' · '}
          <Link className={textLink} to="/keys">
            API keys
          </Link>
          {' · '}
          <Link className={textLink} to="/audit">
            Audit
          </Link>
        </p>
      )}
      {email !== undefined && hasPassword && login.oidc && (
        <PageSection title="Single sign-on">
          <SignOnSection email={email} />
        </PageSection>
      )}
      {email !== undefined && hasPassword && login.password && (
        <PageSection title="Change the password">
          <PasswordForm email={email} />
        </PageSection>
      )}
      {!isGuest && <SharesSection />}
      <PageSection title="Log out">
        <p className="mb-3 text-muted">
          {isGuest
            ? 'Ends the session in this browser. Everything you made as a guest is deleted, unless the guest goes on in a terminal.'
            : 'Ends the session in this browser. Everything is kept.'}
        </p>
        <Button onClick={() => logOut()}>{isGuest ? 'Log out…' : 'Log out'}</Button>
      </PageSection>
      <PageSection title={isGuest ? 'Delete everything' : 'Delete the account'}>
        <DeleteAccount hasPassword={hasPassword} isGuest={isGuest} />
      </PageSection>
    </NarrowPage>
  );
}

interface WhoYouAreProps {
  principal: Principal;
  hasPassword: boolean;
}

function WhoYouAre({ principal: { email, isGuest }, hasPassword }: WhoYouAreProps) {
  if (isGuest) return 'You are a guest.';
  if (email === undefined) return 'You are logged in by single sign-on, without an email.';
  return (
    <span className="wrap-break-word">
      You are {email}.{!hasPassword && ' You log in by single sign-on, without a password.'}
    </span>
  );
}

/** Says beforehand what the first single sign-on does to an account that was made with a password. */
function SignOnSection({ email }: { email: string }) {
  return (
    <>
      <p className="mb-3 wrap-break-word text-muted">
        The first single sign-on as {email} takes over this account: it removes the password, all
        sessions, the API keys, the shares and the open invitations, since an email that was only
        typed in proves nothing. Endpoints, requests and teams stay.
      </p>
      <SignOnLink next="/account" />
    </>
  );
}

function GuestSection({ endpoints }: { endpoints: number }) {
  return (
    <div>
      <p>
        {endpoints === 1 ? 'Your endpoint is' : `Your ${plural(endpoints, 'endpoint')} are`} deleted
        when you have not opened this page for 7 days. Create an account to keep them, and to open
        them in any browser.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link className={buttonClass('primary')} to="/register">
          Create an account
        </Link>
        <Link className={buttonClass()} to="/login">
          Log in
        </Link>
      </div>
    </div>
  );
}

function PasswordForm({ email }: { email: string }) {
  const form = useForm<'currentPassword' | 'newPassword'>({
    initial: { currentPassword: '', newPassword: '' },
    check: ({ currentPassword, newPassword }) => [
      ['currentPassword', standingPasswordProblem(currentPassword)],
      ['newPassword', newPasswordProblem(newPassword)],
    ],
    run: async (passwords) => {
      await client.auth.changePassword(passwords);
      form.clear();
      toast({ text: 'The password is changed. Every other session has ended.' });
    },
    explain: (error) =>
      failureOf(
        error,
        { currentPassword: 'currentPassword', newPassword: 'newPassword' },
        { 401: 'currentPassword' },
      ),
  });

  return (
    <form aria-label="Change the password" className="max-w-sm space-y-4" {...form.formProps}>
      {/* Tells password managers whose password it is. */}
      <input autoComplete="username" hidden name="email" readOnly type="email" value={email} />
      <PasswordField
        {...form.fieldProps('currentPassword')}
        autoComplete="current-password"
        label="Current password"
      />
      <PasswordField
        {...form.fieldProps('newPassword')}
        autoComplete="new-password"
        hint={`${leastPasswordCharacters} characters or more. Every other session ends.`}
        label="New password"
      />
      <FailureAlert failure={form.failure} />
      <Button aria-disabled={form.isBusy} type="submit">
        {form.isBusy ? 'One moment…' : 'Change password'}
      </Button>
    </form>
  );
}
