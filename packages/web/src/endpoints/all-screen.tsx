import { useParams } from '@tanstack/react-router';
import { RequestsScreen } from '../requests/requests-screen.tsx';
import { requestIdIn } from './request-id.ts';

/** The requests of all endpoints together. */
export function AllScreen() {
  const { id } = useParams({ strict: false });
  return (
    <>
      <h1 className="sr-only">All endpoints</h1>
      <RequestsScreen scope="all" selectedId={requestIdIn(id)} />
    </>
  );
}
