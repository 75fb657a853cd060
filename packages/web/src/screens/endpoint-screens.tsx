import type { Endpoint } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import {
  lastEndpoint,
  rememberEndpoint,
  useEndpoint,
  useEndpoints,
} from '../endpoints/endpoints.ts';
import { requestIdIn } from '../list/request-address.ts';
import { client } from '../service/client.ts';
import { usePrincipal } from '../session/session.ts';
import { LoadingScreen } from '../shell/stand-in-screens.tsx';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';
import { RequestsScreen } from './requests-screen.tsx';

const ofEndpoints = () => import('../endpoints/endpoint-page.tsx');
const NoEndpoints = lazyComponent(ofEndpoints, 'NoEndpoints');
const UnknownEndpoint = lazyComponent(ofEndpoints, 'UnknownEndpoint');

/** Leads to the endpoint that this browser showed last, else to the one with the newest request, else to the first. */
export function HomeScreen() {
  const endpoints = useEndpoints();
  const last = lastEndpoint(usePrincipal().id);
  const [first] = endpoints;
  const known = endpoints.find(({ token }) => token === last);
  if (first === undefined)
    return (
      <LazyPart>
        <NoEndpoints />
      </LazyPart>
    );
  const sure = known ?? (endpoints.length === 1 ? first : undefined);
  return sure === undefined ? <ToNewest endpoints={endpoints} first={first} /> : <To {...sure} />;
}

function To({ token }: Endpoint) {
  return <Navigate params={{ token }} replace to="/endpoints/$token" />;
}

function ToNewest({ endpoints, first }: { endpoints: readonly Endpoint[]; first: Endpoint }) {
  const { data: endpointId, isPending } = useQuery({
    queryKey: ['newest-endpoint'],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { items } = await client.requests.page({ limit: 1, view: 'summary', signal });
      return items[0]?.endpointId ?? null;
    },
  });
  if (isPending) return <LoadingScreen />;
  return <To {...(endpoints.find(({ id }) => id === endpointId) ?? first)} />;
}

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

/** The requests of all endpoints together. */
export function AllScreen() {
  const { id } = useParams({ strict: false });
  if (useEndpoints().length === 0) return <HomeScreen />;
  return (
    <>
      <h1 className="sr-only">All endpoints</h1>
      <RequestsScreen scope="all" selectedId={requestIdIn(id)} />
    </>
  );
}
