import { useRouter } from '@tanstack/react-router';
import { useEndpoints } from '../endpoints/endpoints.ts';
import { carryOutAll } from '../log/undoable.ts';
import { client } from '../service/client.ts';
import { beginAnew, usePrincipal } from '../session/session.ts';
import { confirm } from '../ui/confirmations.ts';
import { failureOf } from '../ui/failure.ts';
import { plural } from '../ui/format.ts';
import { toast } from '../ui/toasts.ts';

/** Logs out. Guests are asked first, since everything they made is deleted with their session. */
export function useLogOut(): () => Promise<void> {
  const { isGuest } = usePrincipal();
  const endpoints = useEndpoints();
  const router = useRouter();

  return async () => {
    if (isGuest && !(await confirmLeaving(endpoints.length))) return;
    // No page of an endpoint is open when its account has gone. Unsaved settings are asked about first.
    await router.navigate({ to: '/account' });
    if (router.state.location.pathname !== '/account') return;
    try {
      await carryOutAll();
      await client.auth.logout();
      await beginAnew();
    } catch (error) {
      toast({ text: `Could not log out: ${failureOf(error).sentence}`, tone: 'problem' });
      return;
    }
    toast({ text: isGuest ? 'Everything is deleted. This is a new guest’s page.' : 'Logged out.' });
    await router.navigate({ to: '/' });
  };
}

function confirmLeaving(endpoints: number): Promise<boolean> {
  const subject = endpoints === 1 ? 'Your endpoint' : `Your ${plural(endpoints, 'endpoint')}`;
  return confirm({
    title: 'Leave as a guest?',
    text: `${subject} and every request captured there are deleted, since only this session leads to them. Create an account to keep them.`,
    action: 'Delete and leave',
    isDanger: true,
  });
}
