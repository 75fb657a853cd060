import { useRouter } from '@tanstack/react-router';
import { useEndpoints } from '../endpoints/endpoints.ts';
import { usePrincipal } from '../session/session.ts';
import { reporting } from '../ui/toasts.tsx';

/** Logs out, by code that is loaded when it is needed: most first views end without it. */
export function useLogOut(): () => void {
  const { isGuest } = usePrincipal();
  const endpoints = useEndpoints();
  const router = useRouter();
  return reporting('Could not log out', async () => {
    const { logOut } = await import('./log-out.ts');
    await logOut(router, isGuest, endpoints.length);
  });
}
