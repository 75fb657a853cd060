import { useEndpointActions } from '../endpoints/endpoint-actions.ts';
import { Notice } from '../page/notice.tsx';
import { useMayChange } from '../session/may.ts';
import { Button } from '../ui/button.tsx';

/** The way to the first endpoint, or to one after the last was deleted. */
export function NoEndpoints() {
  const { create } = useEndpointActions();
  const mayChange = useMayChange();
  return (
    <Notice title={mayChange ? 'You have no endpoint' : 'The team has no endpoint'}>
      <p className="text-muted">
        An endpoint is a URL that stores every request sent to it and shows it here as it arrives.
      </p>
      {mayChange && (
        <Button onClick={create} tone="primary">
          Create an endpoint
        </Button>
      )}
    </Notice>
  );
}
