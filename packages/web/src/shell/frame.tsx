import type { Endpoint } from '@hookwell/client';
import { Outlet, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEndpoints } from '../endpoints/endpoints.ts';
import { showDialog } from '../page/open-dialog.ts';
import { listenForShortcuts, useShortcut } from '../page/shortcuts.ts';
import { Toasts } from '../ui/toasts-view.tsx';
import { Dialogs } from './dialogs.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame of every screen: the bar above it, the dialogs and messages over it, and the keyboard. */
export function Frame() {
  useEffect(() => listenForShortcuts(document), []);
  useShortcut('?', () => showDialog('shortcuts'), { label: 'All shortcuts', group: 'Page' });
  useShortcut('Ctrl+K', () => showDialog('commands'), { label: 'Commands', group: 'Page' });
  const endpoint = useShownEndpoint();
  return (
    <div className="flex h-dvh min-h-0 flex-col">
      <a
        className="sr-only z-50 rounded-lg bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        href="#main"
      >
        Skip to the content
      </a>
      <TopBar endpoint={endpoint} />
      <main className="flex min-h-0 grow flex-col outline-none" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Dialogs endpoint={endpoint} />
      <Toasts />
    </div>
  );
}

/** The endpoint that the address names. */
function useShownEndpoint(): Endpoint | undefined {
  const { token } = useParams({ strict: false });
  return useEndpoints().find((endpoint) => endpoint.token === token);
}
