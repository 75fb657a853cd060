import { Link, useLocation } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { AttemptsIcon, InboxIcon, ReplyIcon } from '../ui/icons.tsx';

const pages = [
  { name: 'Requests', to: '/endpoints/$token', icon: <InboxIcon />, title: 'What was captured' },
  {
    name: 'Deliveries',
    to: '/endpoints/$token/deliveries',
    icon: <AttemptsIcon />,
    title: 'Attempts of senders, and a verdict (d)',
  },
  {
    name: 'Settings',
    to: '/endpoints/$token/settings',
    icon: <ReplyIcon />,
    title: 'What the endpoint answers (e)',
  },
] as const;

/** The pages of an endpoint side by side. Where the bar is narrow, they are icons. */
export function EndpointPages({ token }: { token: string }) {
  const { pathname } = useLocation();
  const shown = /\/(deliveries|settings)$/.exec(pathname)?.[1] ?? 'requests';
  return (
    <nav aria-label="Pages of the endpoint" className="flex shrink-0 items-center gap-0.5">
      {pages.map(({ name, to, icon, title }) => (
        <Link
          activeOptions={{ exact: true }}
          aria-current={name.toLowerCase() === shown ? 'page' : undefined}
          aria-label={name}
          className={`${buttonClass('quiet')} max-sm:px-1.5 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent`}
          key={name}
          params={{ token }}
          title={`${name}: ${title}`}
          to={to}
        >
          {icon}
          <span className="max-xl:hidden">{name}</span>
        </Link>
      ))}
    </nav>
  );
}
