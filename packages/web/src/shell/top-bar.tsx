import type { Endpoint } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { EndpointSwitcher } from '../endpoints/endpoint-switcher.tsx';
import { showDialog } from '../page/open-dialog.ts';
import { useShortcut } from '../page/shortcuts.ts';
import { usePrincipal } from '../session/session.ts';
import { Button, buttonClass, phoneTab } from '../ui/button.tsx';
import { SendIcon } from '../ui/icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionState } from './connection-state.tsx';
import { EndpointPages } from './endpoint-pages.tsx';
import { here } from './here.ts';
import { ReceiveUrl } from './receive-url.tsx';

/** The bar above every screen: the endpoint, its pages and its URL, the state of the connection, and the user. */
export function TopBar({ endpoint }: { endpoint: Endpoint | undefined }) {
  const { isGuest } = usePrincipal();
  useShortcut('t', () => showDialog('send'), {
    label: 'Send a test request',
    group: 'Endpoint',
    enabled: endpoint !== undefined,
  });
  return (
    <header className="flex min-h-13 shrink-0 items-center gap-x-2 gap-y-1.5 max-sm:flex-wrap border-b border-line bg-surface px-3 py-1.5">
      <Link aria-label="Hookwell, start page" className="shrink-0 rounded-lg p-0.5" to="/">
        <img alt="" className="size-7" height="28" src="/hookwell.svg" width="28" />
      </Link>
      <div className="min-w-0 max-sm:flex-1 sm:shrink-0">
        <EndpointSwitcher shown={endpoint} />
      </div>
      {endpoint !== undefined && (
        <div className="flex min-w-0 grow items-center gap-1.5 max-sm:order-last max-sm:basis-full">
          <EndpointPages token={endpoint.token} />
          <ReceiveUrl endpoint={endpoint} />
          <Button
            aria-label="Send a test request"
            className={`${phoneTab} max-[22.5rem]:hidden`}
            onClick={() => showDialog('send')}
            title="Send a test request (t)"
            tone="quiet"
          >
            <SendIcon />
            <span className="max-lg:sm:hidden">
              <span className="max-sm:hidden">Send a test</span>
              <span className="sm:hidden">Test</span>
            </span>
          </Button>
        </div>
      )}
      <div className="ml-auto flex shrink-0 items-center gap-1">
        <ConnectionState />
        {isGuest && (
          <Link className={`${buttonClass('quiet')} whitespace-nowrap`} search={here} to="/login">
            Log in
          </Link>
        )}
        <AccountMenu />
      </div>
    </header>
  );
}
