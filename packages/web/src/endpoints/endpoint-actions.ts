import type { Endpoint } from '@hookwell/client';
import { useNavigate } from '@tanstack/react-router';
import { forgetEndpoints } from '../log/use-request-log.ts';
import { confirm } from '../ui/confirmations.ts';
import { toast, toastFailure } from '../ui/toasts.ts';
import { createEndpoint, deleteEndpoint, regenerateEndpoints, useEndpoints } from './endpoints.ts';

/** The user's actions on endpoints. They ask before data is lost, and end on the screen to look at next. */
export function useEndpointActions() {
  const endpoints = useEndpoints();
  const navigate = useNavigate();

  const show = (endpoint: Endpoint | undefined) =>
    endpoint === undefined
      ? navigate({ to: '/all' })
      : navigate({ to: '/endpoints/$token', params: { token: endpoint.token } });

  const showSettings = ({ token }: Endpoint) =>
    navigate({ to: '/endpoints/$token/settings', params: { token } });

  const showDeliveries = ({ token }: Endpoint) =>
    navigate({ to: '/endpoints/$token/deliveries', params: { token } });

  const create = reporting('Could not create an endpoint', async () => {
    await show(await createEndpoint());
  });

  const remove = reporting('Could not delete the endpoint', async (endpoint: Endpoint) => {
    const isConfirmed = await confirm({
      title: `Delete ${endpoint.badgeName}?`,
      text: 'Its receive URL stops working at once, and every request it captured is deleted. This cannot be undone.',
      action: 'Delete endpoint',
      isDanger: true,
    });
    if (!isConfirmed) return;
    await deleteEndpoint(endpoint.token);
    forgetEndpoints([endpoint]);
    toast({ text: `Deleted ${endpoint.badgeName}.` });
    await show(endpoints.findLast(({ id }) => id !== endpoint.id));
  });

  const regenerate = reporting('Could not delete the endpoints', async () => {
    const isConfirmed = await confirm({
      title: 'Delete all endpoints and start over?',
      text: `All ${endpoints.length} of your endpoints and every request they captured are deleted, and one new endpoint is made. Senders that still use the old URLs get the status 404. This cannot be undone.`,
      action: 'Delete all endpoints',
      isDanger: true,
    });
    if (!isConfirmed) return;
    const created = await regenerateEndpoints();
    forgetEndpoints(endpoints);
    await show(created);
    toast({ text: 'Your new endpoint is ready.' });
  });

  return { create, remove, regenerate, show, showSettings, showDeliveries };
}

/** Makes an action tell the user why it failed, in the service's words. */
function reporting<Values extends unknown[]>(
  failed: string,
  run: (...values: Values) => Promise<void>,
) {
  return (...values: Values): void => {
    run(...values).catch((error: unknown) => toastFailure(failed, error));
  };
}
