import type { Endpoint } from '@hookwell/client';
import { Link, useLocation } from '@tanstack/react-router';
import { EndpointSwitcher } from '../endpoints/endpoint-switcher.tsx';
import { useShortcut } from '../page/shortcuts.ts';
import { receiveUrl, useService } from '../service/client.ts';
import { usePrincipal, useUser } from '../session/session.ts';
import { here } from '../session/start.ts';
import { Button, buttonClass, phoneTab } from '../ui/controls.tsx';
import { CopyButton, copy } from '../ui/copy-button.tsx';
import { AttemptsIcon, BracesIcon, GearIcon, InboxIcon, SendIcon, UserIcon } from '../ui/icons.tsx';
import { lazyComponent } from '../ui/lazy-part.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { showDialog } from '../ui/open-dialogs.ts';
import { ConnectionState } from './connection-state.tsx';

const pages = [
  { name: 'Requests', to: '/endpoints/$token', icon: <InboxIcon /> },
  { name: 'Deliveries', to: '/endpoints/$token/deliveries', icon: <AttemptsIcon /> },
  { name: 'Events', to: '/endpoints/$token/events', icon: <BracesIcon /> },
  { name: 'Settings', to: '/endpoints/$token/settings', icon: <GearIcon /> },
] as const;

/** The pages of an endpoint side by side. Where the bar is narrow, they are icons; on a phone, icons above their names. */
function EndpointPages({ token }: { token: string }) {
  const { pathname } = useLocation();
  return (
    <nav
      aria-label="Pages of the endpoint"
      className="flex shrink-0 items-center gap-0.5 max-sm:grow"
    >
      {pages.map(({ name, to, icon }) => (
        <Link
          activeOptions={{ exact: true, includeSearch: false }}
          // An open request is on the page of requests.
          aria-current={name === 'Requests' && pathname.includes('/requests/') ? 'page' : undefined}
          className={`${buttonClass('quiet')} ${phoneTab} max-sm:grow aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent`}
          key={name}
          params={{ token }}
          title={name}
          to={to}
        >
          {icon}
          <span className="max-xl:sm:sr-only">{name}</span>
        </Link>
      ))}
    </nav>
  );
}

const loadPopup = () => import('./account-popup.tsx');
const AccountPopup = lazyComponent(loadPopup, 'AccountPopup');

/** The user's menu. Its entries are loaded when the pointer or the focus comes near. */
function AccountMenu() {
  const {
    principal: { isGuest, email },
    team,
  } = useUser();
  return (
    <MenuButton
      align="end"
      className="flex h-8 items-center gap-1.5 rounded-lg px-2 hover:bg-raised"
      popup={(place) => <AccountPopup {...place} />}
      prepare={loadPopup}
    >
      <UserIcon />
      <span
        className={`max-w-40 truncate ${team === undefined ? 'max-md:sr-only' : 'max-md:max-w-24'}`}
      >
        {isGuest ? 'Guest' : (team?.name ?? email ?? 'Account')}
      </span>
      <span className="sr-only">: account and settings</span>
    </MenuButton>
  );
}

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

/** The URL to give to the sender, with a button to copy it. */
function ReceiveUrl({ endpoint }: { endpoint: Endpoint }) {
  const url = receiveUrl(useService(), endpoint.token);
  // A URL that is too long is cut before its token. The pieces stand in one line, so that they are copied as one.
  const tokenAt = url.lastIndexOf('/');
  const [start, end] = [url.slice(0, tokenAt), url.slice(tokenAt)];
  useShortcut('u', () => void copy(url, 'the receive URL'), {
    label: 'Copy the receive URL',
    group: 'Endpoint',
  });
  return (
    <div className="@container flex min-w-14 grow items-center sm:min-w-28 sm:max-w-xl max-sm:shrink-0 max-sm:basis-14 sm:rounded-lg sm:border sm:border-line sm:bg-raised">
      <code
        className="truncate pl-2.5 text-left text-[0.8125rem] select-all @max-[14rem]:hidden"
        dir="rtl"
        title={url}
      >
        <bdi dir="ltr">
          <span
            className="inline-block truncate align-bottom"
            style={{ maxWidth: `max(0px, calc(100% - ${end.length}ch))` }}
          >
            {start}
          </span>
          <span>{end}</span>
        </bdi>
      </code>
      <CopyButton
        className={`ml-auto rounded-l-none text-accent @max-[14rem]:w-full ${phoneTab}`}
        label="the receive URL"
        says="Copy URL"
        text={url}
        title="Copy the receive URL (u)"
      >
        <span>
          Copy<span className="@min-[14rem]:hidden"> URL</span>
        </span>
      </CopyButton>
    </div>
  );
}
