import { Link } from '@tanstack/react-router';
import { NarrowPage } from '../page/narrow-page.tsx';
import { buttonClass } from '../ui/button.tsx';
import type { Failure } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';

/** Tells a visitor of the log-in page that they are logged in already. */
export function AlreadyIn({
  email,
  failure,
}: {
  email: string | undefined;
  /** Why a single sign-on did not log in as somebody else. */
  failure: Failure<never> | undefined;
}) {
  return (
    <NarrowPage
      {...(email !== undefined && {
        lead: <span className="wrap-break-word">You are {email}.</span>,
      })}
      title="You are logged in"
      width="form"
    >
      {failure !== undefined && <FailureAlert failure={failure} />}
      <div className="flex flex-wrap gap-2">
        <Link className={buttonClass('primary')} to="/">
          To your requests
        </Link>
        <Link className={buttonClass()} to="/account">
          Account
        </Link>
      </div>
    </NarrowPage>
  );
}
