import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEndpoint } from '../endpoints/endpoints.ts';
import { rememberEndpoint } from '../endpoints/last-endpoint.ts';
import { Notice } from '../page/notice.tsx';
import { requestIdIn } from '../request/request-id.ts';
import { usePrincipal } from '../session/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { RequestsScreen } from './requests-screen.tsx';

/** The requests of one endpoint. The address may name one that is selected. */
export function EndpointScreen() {
  const { token, id } = useParams({ strict: false });
  const endpoint = useEndpoint(token ?? '');
  const { id: accountId } = usePrincipal();
  useEffect(() => {
    if (endpoint !== undefined) rememberEndpoint(accountId, endpoint.token);
  }, [endpoint, accountId]);
  if (endpoint === undefined) return <UnknownEndpoint />;
  return (
    <>
      <h1 className="sr-only">{endpoint.badgeName}</h1>
      <RequestsScreen key={endpoint.id} scope={endpoint.token} selectedId={requestIdIn(id)} />
    </>
  );
}

function UnknownEndpoint() {
  const { isGuest } = usePrincipal();
  return (
    <Notice title="This endpoint is not among yours">
      <p className="text-muted">
        It was deleted, or it belongs to somebody else.
        {isGuest && ' If it is in your account, log in to see it.'}
      </p>
      <div className="flex gap-2">
        <Link className={buttonClass('primary')} to="/">
          Go to your endpoints
        </Link>
        {isGuest && (
          <Link className={buttonClass()} search={{ next: location.pathname }} to="/login">
            Log in
          </Link>
        )}
      </div>
    </Notice>
  );
}
