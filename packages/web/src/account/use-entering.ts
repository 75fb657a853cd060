import type { EmailAndPassword } from '@hookwell/client';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useEndpoints } from '../endpoints/endpoints.ts';
import { client } from '../service/client.ts';
import { sessionChanged, usePrincipal } from '../session/session.ts';
import { toast } from '../ui/toasts.ts';
import { haveMovedSentence } from './moved-endpoints.ts';
import { nextPath } from './next-path.ts';

/** Logs in or registers, and moves a guest's endpoints into the account. */
export function useEntering(kind: 'login' | 'register', next: unknown) {
  const principal = usePrincipal();
  const endpoints = useEndpoints();
  const router = useRouter();
  // The state when the page was opened, so that nothing changes on the page while it is being left.
  const [before] = useState({ isGuest: principal.isGuest, email: principal.email });
  const moving = before.isGuest ? endpoints.length : 0;

  async function enter(credentials: EmailAndPassword): Promise<void> {
    await client.auth[kind](credentials);
    await sessionChanged();
    if (moving > 0) toast({ text: haveMovedSentence(moving), durationMs: 8000 });
    router.history.replace(nextPath(next));
  }

  return { enter, moving, isGuest: before.isGuest, email: before.email };
}
