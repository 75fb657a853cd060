import { useEndpointActions } from '../endpoints/endpoint-actions.ts';
import { Notice } from '../page/page-head.tsx';
import { shownCharacters } from '../request/shown-text.tsx';
import { useMayChange } from '../session/may.ts';
import { useUser } from '../session/session.ts';
import { Button, buttonClass } from '../ui/controls.tsx';

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
