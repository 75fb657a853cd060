import { useParams } from '@tanstack/react-router';
import { useEndpoints } from '../endpoints/endpoints.ts';
import { requestIdIn } from '../list/request-address.ts';
import { HomeScreen } from './home-screen.tsx';
import { RequestsScreen } from './requests-screen.tsx';

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
