import { HookwellError } from '@hookwell/client';
import { errorMessage } from '@hookwell/contract/error-message';
import { useEffect, useState } from 'react';
import { basePath } from '../page/team-address.ts';
import { client } from '../service/client.ts';
import { isGone } from '../service/failed-call.ts';
import { type Captured, loadCaptured } from './captured.ts';

export type Loading =
  | { kind: 'loading' }
  | { kind: 'loaded'; captured: Captured }
  /** `href` leads on, with the words of `action`. */
  | { kind: 'failed'; sentence: string; href: string; action: string };

/** Loads the captured request with this id. */
export function useCaptured(id: number | undefined): Loading {
  const [loading, setLoading] = useState<Loading>({ kind: 'loading' });
  useEffect(() => {
    if (id === undefined) {
      setLoading(failure('The URL of this page names no request.'));
      return;
    }
    const controller = new AbortController();
    loadCaptured(client, id, controller.signal).then(
      (captured) => setLoading({ kind: 'loaded', captured }),
      (error: unknown) => {
        if (!controller.signal.aborted) setLoading(failureOf(error));
      },
    );
    return () => controller.abort();
  }, [id]);
  return loading;
}

function failureOf(error: unknown): Loading {
  if (error instanceof HookwellError && error.status === 401) {
    const next = encodeURIComponent(location.pathname + location.search);
    return failure('You were logged out.', `/login?next=${next}`, 'Log in to continue');
  }
  if (isGone(error)) return failure('There is no such request, or it belongs to somebody else.');
  return failure(`${errorMessage(error)}.`);
}

function failure(
  sentence: string,
  href = basePath || '/',
  action = 'Go to your endpoints',
): Loading {
  return { kind: 'failed', sentence, href, action };
}
