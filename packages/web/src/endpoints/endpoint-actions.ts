import type { Endpoint } from '@hookwell/client';
import { useNavigate } from '@tanstack/react-router';
import { useService } from '../service/client.ts';
import { usePrincipal } from '../session/session.ts';
import { reporting } from '../ui/toasts.tsx';
import { createEndpoint, useEndpoints } from './endpoints.ts';

/** The user's actions on endpoints. They ask before data is lost, and end on the screen to look at next. */
export function useEndpointActions() {
  const endpoints = useEndpoints();
  const navigate = useNavigate();
  const principal = usePrincipal();
  const service = useService();

  const show = (endpoint: Endpoint | undefined) =>
    endpoint === undefined
      ? navigate({ to: '/' })
      : navigate({ to: '/endpoints/$token', params: { token: endpoint.token } });

  const showSettings = ({ token }: Endpoint) =>
    navigate({ to: '/endpoints/$token/settings', params: { token } });

  const showDeliveries = ({ token }: Endpoint) =>
    navigate({ to: '/endpoints/$token/deliveries', params: { token } });

  const create = (): void => {
    createEndpoint().then(show, async (error: unknown) => {
      const { toastNotCreated } = await import('./rare-actions.ts');
      const showPlans = () => void navigate({ to: '/plan' });
      toastNotCreated(error, endpoints.length, principal, service, showPlans);
    });
  };

  // The code that deletes is loaded when it is needed, since most first views do not delete.
  const remove = reporting('Could not delete the endpoint', async (endpoint: Endpoint) => {
    const { deleteIfConfirmed } = await import('./rare-actions.ts');
    if (!(await deleteIfConfirmed(endpoint))) return;
    await show(endpoints.findLast(({ id }) => id !== endpoint.id));
  });

  const regenerate = reporting('Could not delete the endpoints', async () => {
    const { startOverIfConfirmed } = await import('./rare-actions.ts');
    const created = await startOverIfConfirmed(endpoints);
    if (created !== undefined) await show(created);
  });

  return { create, remove, regenerate, show, showSettings, showDeliveries };
}
