import { Navigate } from '@tanstack/react-router';
import { readSetting } from '../session/settings.ts';
import { Notice } from '../shell/notice.tsx';
import { Button } from '../ui/button.tsx';
import { useEndpointActions } from './endpoint-actions.ts';
import { useEndpoints } from './endpoints.ts';

/** Goes on to the endpoint that was looked at last, or to the newest. */
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
