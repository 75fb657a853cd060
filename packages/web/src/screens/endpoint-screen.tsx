import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEndpoint } from '../endpoints/endpoints.ts';
import { rememberEndpoint } from '../endpoints/last-endpoint.ts';
import { requestIdIn } from '../list/request-address.ts';
import { usePrincipal } from '../session/session.ts';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';
import { RequestsScreen } from './requests-screen.tsx';

const UnknownEndpoint = lazyComponent(
  () => import('../endpoints/unknown-endpoint.tsx'),
  'UnknownEndpoint',
);

/** The requests of one endpoint. The address may name one that is selected. */
export function EndpointScreen() {
  const { token, id } = useParams({ strict: false });
  const endpoint = useEndpoint(token ?? '');
  const { id: accountId } = usePrincipal();
  useEffect(() => {
    if (endpoint !== undefined) rememberEndpoint(accountId, endpoint.token);
  }, [endpoint, accountId]);
  if (endpoint === undefined) {
    return (
      <LazyPart>
        <UnknownEndpoint />
      </LazyPart>
    );
  }
  return (
    <>
      <h1 className="sr-only">{endpoint.badgeName}</h1>
      <RequestsScreen key={endpoint.id} scope={endpoint.token} selectedId={requestIdIn(id)} />
    </>
  );
}
