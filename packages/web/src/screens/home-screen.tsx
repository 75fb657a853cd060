import { Navigate } from '@tanstack/react-router';
import { useEndpointActions } from '../endpoints/endpoint-actions.ts';
import { useEndpoints } from '../endpoints/endpoints.ts';
import { Notice } from '../page/notice.tsx';
import { readSetting } from '../page/settings.ts';
import { Button } from '../ui/button.tsx';

/** Leads to the endpoint that was shown last, or to the newest. */
export function HomeScreen() {
  const endpoints = useEndpoints();
  const last = readSetting('endpoint');
  const endpoint = endpoints.find(({ token }) => token === last) ?? endpoints.at(-1);
  if (endpoint === undefined) return <NoEndpoints />;
  return <Navigate params={{ token: endpoint.token }} replace to="/endpoints/$token" />;
}

function NoEndpoints() {
  const { create } = useEndpointActions();
  return (
    <Notice title="You have no endpoint">
      <p className="text-muted">
        An endpoint is a URL that stores every request sent to it and shows it here as it arrives.
      </p>
      <Button onClick={create} tone="primary">
        Create an endpoint
      </Button>
    </Notice>
  );
}
