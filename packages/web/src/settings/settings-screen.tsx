import type { Endpoint } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEndpoint } from '../endpoints/endpoints.ts';
import { settingsQuery } from '../endpoints/settings-query.ts';
import { UnknownEndpoint } from '../endpoints/unknown-endpoint.tsx';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { requestIdIn } from '../request/request-id.ts';
import { Button } from '../ui/button.tsx';
import { SettingsEditor } from './settings-editor.tsx';

/** The settings of one endpoint: what it answers. The address may name a captured request to try them against. */
export function SettingsScreen() {
  const { token = '' } = useParams({ strict: false });
  const endpoint = useEndpoint(token);
  if (endpoint === undefined) return <UnknownEndpoint />;
  return <LoadedSettings endpoint={endpoint} key={endpoint.id} />;
}

function LoadedSettings({ endpoint }: { endpoint: Endpoint }) {
  const { data, error, refetch } = useQuery(settingsQuery(endpoint.token));
  const { try: tried, verify, field } = useSearch({ strict: false });
  if (data !== undefined) {
    return (
      <SettingsEditor
        endpoint={endpoint}
        field={field}
        setUp={verify}
        stored={data}
        triedId={requestIdIn(tried)}
      />
    );
  }
  if (error === null) return <LinesSkeleton />;
  return (
    <div className="m-auto flex max-w-sm flex-col items-center gap-3 p-6 text-center" role="alert">
      <p>The settings could not be loaded: {error.message}.</p>
      <Button onClick={() => void refetch()}>Retry</Button>
    </div>
  );
}
