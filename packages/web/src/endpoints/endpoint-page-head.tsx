import type { Endpoint } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/controls.tsx';
import { ArrowLeftIcon } from '../ui/icons.tsx';

/** The heading of a page beside the requests of an endpoint, with the way back to them. `where` stands before the endpoint's name. */
export function EndpointPageHead({
  endpoint: { token, badgeName },
  title,
  where,
}: {
  endpoint: Endpoint;
  title: string;
  where: string;
}) {
  return (
    <header className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link className={buttonClass('quiet', 'small')} params={{ token }} to="/endpoints/$token">
        <ArrowLeftIcon />
        Requests
      </Link>
      <h1 className="page-title min-w-0 wrap-anywhere">
        {title}{' '}
        <span className="font-normal text-muted">
          {where} {badgeName}
        </span>
      </h1>
    </header>
  );
}
