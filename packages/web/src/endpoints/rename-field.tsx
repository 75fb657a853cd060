import type { Endpoint } from '@hookwell/client';
import { useState } from 'react';
import { toastFailure } from '../ui/toasts.ts';
import { renameEndpoint } from './endpoints.ts';

/** Replaces the name of an endpoint by a field for a new one. Enter saves it, Escape does not. */
export function RenameField({ endpoint, onDone }: { endpoint: Endpoint; onDone: () => void }) {
  const [name, setName] = useState(endpoint.badgeName);
  const save = () => {
    onDone();
    const chosen = name.trim();
    if (chosen === '' || chosen === endpoint.badgeName) return;
    renameEndpoint(endpoint.token, chosen).catch((error: unknown) =>
      toastFailure('Could not rename the endpoint', error),
    );
  };
  return (
    <input
      aria-label="Name of the endpoint"
      // biome-ignore lint/a11y/noAutofocus: the user has just asked to type here
      autoFocus
      className="h-8 w-44 min-w-0 rounded-lg border border-control bg-surface px-2 font-medium"
      maxLength={100}
      onBlur={save}
      onChange={(event) => setName(event.target.value)}
      onFocus={(event) => event.target.select()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') onDone();
      }}
      value={name}
    />
  );
}
