import { Link } from '@tanstack/react-router';
import { Notice } from '../page/page-head.tsx';
import { usePrincipal } from '../session/session.ts';
import { buttonClass } from '../ui/controls.tsx';

/** Stands in for an endpoint that the user does not have. */
export function UnknownEndpoint() {
  const { isGuest } = usePrincipal();
  return (
    <Notice title="This is not one of your endpoints">
      <p className="text-muted">
        It was deleted, or it belongs to somebody else.
        {isGuest && ' If it is in your account, log in to see it.'}
      </p>
      <div className="flex gap-2">
        <Link className={buttonClass('primary')} to="/">
          Go to your endpoints
        </Link>
        {isGuest && (
          <Link
            className={buttonClass()}
            search={{ next: `${location.pathname}${location.search}` }}
            to="/login"
          >
            Log in
          </Link>
        )}
      </div>
    </Notice>
  );
}
