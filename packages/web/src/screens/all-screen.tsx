import { useParams } from '@tanstack/react-router';
import { requestIdIn } from '../request/request-id.ts';
import { RequestsScreen } from './requests-screen.tsx';

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
