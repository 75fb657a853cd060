import type { Endpoint } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { Notice } from '../page/page-head.tsx';
import { shownCharacters } from '../request/shown-text.tsx';
import { useMayChange, usePrincipal, useUser } from '../session/session.ts';
import { Button, buttonClass } from '../ui/controls.tsx';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import { useEndpointActions } from './endpoint-switcher.tsx';

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

interface ReadFailureProps {
  /** `The events`. */
  subject: string;
  error: Error;
  onRetry: () => void;
  className?: string;
}

/** Says above a page why it could not be read, and tries again. */
export function ReadFailure({ subject, error, onRetry, className = 'mb-3' }: ReadFailureProps) {
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-2 rounded-lg bg-danger-soft py-1.5 pr-1.5 pl-3 text-danger ${className}`}
      role="alert"
    >
      <p className="min-w-0 wrap-anywhere">
        {subject} could not be read: {error.message}.
      </p>
      <Button onClick={onRetry} size="small">
        Try again
      </Button>
    </div>
  );
}

/** Stands in for an endpoint that the user does not have. */
export function UnknownEndpoint() {
  const { isGuest } = usePrincipal();
  return (
    <Notice title="This is not one of your endpoints">
      <p className="text-muted">
        It was deleted, or it belongs to somebody else.
        {isGuest && ' If it is in your account, log in to see it.'}
      </p>
      <div className="flex gap-2">
        <Link className={buttonClass('primary')} to="/">
          Go to your endpoints
        </Link>
        {isGuest && (
          <Link
            className={buttonClass()}
            search={{ next: `${location.pathname}${location.search}` }}
            to="/login"
          >
            Log in
          </Link>
        )}
      </div>
    </Notice>
  );
}

/** The way to the first endpoint, or to one after the last was deleted. */
export function NoEndpoints() {
  const { create } = useEndpointActions();
  const mayChange = useMayChange();
  const { team } = useUser();
  const title = team && `${shownCharacters(team.name)} has no endpoint yet`;
  return (
    <Notice title={title ?? 'You have no endpoint'}>
      <p className="text-muted">
        An endpoint is a URL that stores every request sent to it and shows it here as it arrives.
        {team && mayChange && ' To bring one of yours, choose “Move to…” in its menu.'}
      </p>
      {mayChange && (
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={create} tone="primary">
            Create an endpoint
          </Button>
          {team && (
            <a className={buttonClass()} href="/">
              Go to your endpoints
            </a>
          )}
        </div>
      )}
    </Notice>
  );
}
