import { useParams } from '@tanstack/react-router';
import { RequestsScreen } from '../requests/requests-screen.tsx';
import { requestIdIn } from './request-id.ts';

/** The requests of all endpoints together. */
export function AllScreen() {
  const { id } = useParams({ strict: false });
  return <RequestsScreen scope="all" selectedId={requestIdIn(id)} />;
}
