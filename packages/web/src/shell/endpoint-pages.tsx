import { Link, useLocation } from '@tanstack/react-router';
import { buttonClass, phoneTab } from '../ui/button.tsx';
import { AttemptsIcon, BracesIcon, GearIcon, InboxIcon } from '../ui/icons.tsx';

const pages = [
  { name: 'Requests', to: '/endpoints/$token', icon: <InboxIcon /> },
  { name: 'Deliveries', to: '/endpoints/$token/deliveries', icon: <AttemptsIcon /> },
  { name: 'Events', to: '/endpoints/$token/events', icon: <BracesIcon /> },
  { name: 'Settings', to: '/endpoints/$token/settings', icon: <GearIcon /> },
] as const;

/** The pages of an endpoint side by side. Where the bar is narrow, they are icons; on a phone, icons above their names. */
export function EndpointPages({ token }: { token: string }) {
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
