import { Link } from '@tanstack/react-router';
import { NarrowPage } from '../page/narrow-page.tsx';
import { buttonClass } from '../ui/button.tsx';

/** Tells a visitor of the log-in page that they are logged in already. */
export function AlreadyIn({ email }: { email: string | undefined }) {
  return (
    <NarrowPage
      lead={<span className="wrap-break-word">You are {email}.</span>}
      title="You are logged in"
      width="form"
    >
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
