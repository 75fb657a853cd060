import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEndpoints } from '../endpoints/endpoints.ts';
import { carryOutAll } from '../log/removed-requests.ts';
import { teamId } from '../page/this-page.ts';
import { client } from '../service/client.ts';
import { endSession, usePrincipal } from '../session/session.ts';
import { plural } from '../ui/format.ts';
import { confirm } from '../ui/open-dialogs.ts';
import { reporting, toast } from '../ui/toasts.tsx';

/** @returns logs out; who is a guest is asked first */
export function useLogOut(): () => void {
  const { isGuest } = usePrincipal();
  const endpoints = useEndpoints();
  const router = useRouter();
  return reporting('Could not log out', async () => {
    await logOut(router, isGuest, endpoints.length);
  });
}

/**
 * Logs out. Guests are asked first, since everything they made is deleted with their session.
 * @throws {HookwellError} if the service cannot end the session
 */
async function logOut(router: AnyRouter, isGuest: boolean, endpointCount: number): Promise<void> {
  if (isGuest && !(await confirmLeaving(endpointCount))) return;
  // No page of an endpoint is open when its account has gone. Unsaved settings are asked about first.
  const place = teamId === undefined ? '/account' : '/plan';
  await router.navigate({ to: place });
  if (router.state.location.pathname !== place) return;
  await carryOutAll();
  await endSession(() => client.auth.logout());
  // The next visitor is not in the team.
  if (teamId !== undefined) return location.assign('/');
  toast({ text: isGuest ? 'Logged out. This is a new guest’s page.' : 'Logged out.' });
  // Whoever is on the way to the log-in page by now stays there.
  if (router.state.location.pathname === place) await router.navigate({ to: '/' });
}

function confirmLeaving(endpoints: number): Promise<boolean> {
  const subject = endpoints === 1 ? 'Your endpoint' : `Your ${plural(endpoints, 'endpoint')}`;
  return confirm({
    title: 'End the guest session?',
    text: `${subject} and every request captured there are deleted, unless you go on as this guest in a terminal. Create an account to keep them.`,
    action: 'Delete and leave',
    isDanger: true,
  });
}
