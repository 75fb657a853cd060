import { HookwellError } from '@hookwell/client';
import { errorMessage } from '@hookwell/contract/error-message';
import { useEffect, useState } from 'react';
import { client } from '../service/client.ts';
import { type Captured, loadCaptured } from './captured.ts';

export type Loading =
  | { kind: 'loading' }
  | { kind: 'loaded'; captured: Captured }
  | { kind: 'failed'; sentence: string };

/** Loads the captured request with this id. */
export function useCaptured(id: number | undefined): Loading {
  const [loading, setLoading] = useState<Loading>({ kind: 'loading' });
  useEffect(() => {
    if (id === undefined) {
      setLoading({ kind: 'failed', sentence: 'The address of this page names no request.' });
      return;
    }
    const controller = new AbortController();
    loadCaptured(client, id, controller.signal).then(
      (captured) => setLoading({ kind: 'loaded', captured }),
      (error: unknown) => {
        if (!controller.signal.aborted) setLoading({ kind: 'failed', sentence: reasonOf(error) });
      },
    );
    return () => controller.abort();
  }, [id]);
  return loading;
}

function reasonOf(error: unknown): string {
  if (error instanceof HookwellError && (error.status === 401 || error.status === 404)) {
    return 'There is no such request, or it belongs to somebody else.';
  }
  return `${errorMessage(error)}.`;
}
