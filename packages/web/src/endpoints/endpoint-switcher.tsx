import type { Endpoint } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useMatchRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction, useShortcut } from '../page/shortcuts.ts';
import { queryClient, useService } from '../service/client.ts';
import { useMayChange, useMayOwn, usePrincipal, useUser } from '../session/session.ts';
import { IconButton } from '../ui/controls.tsx';
import { plural } from '../ui/format.ts';
import {
  ChevronDownIcon,
  EditIcon,
  InboxIcon,
  PlusIcon,
  RefreshIcon,
  ShareIcon,
  TrashIcon,
  UserIcon,
} from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuEntry } from '../ui/menu-popup.tsx';
import { showDialog } from '../ui/open-dialogs.ts';
import { reporting, toastFailure } from '../ui/toasts.tsx';
import { createEndpoint, renameEndpoint, usageQuery, useEndpoints } from './endpoints.ts';

/** How many requests an endpoint has, counted anew whenever the menu opens. */
function Captured({ token }: { token: string }) {
  const { data } = useQuery(usageQuery);
  const usage = data?.endpoints.find((endpoint) => endpoint.token === token);
  return usage && ` · ${plural(usage.requests, 'request')}`;
}

/** The menu of endpoints. It names the one that is shown; others can be shown, made, renamed and deleted. */
export function EndpointSwitcher({ shown }: { shown: Endpoint | undefined }) {
  const [isRenaming, setRenaming] = useState(false);
  const isOfAll = useMatchRoute()({ to: '/all', fuzzy: true }) !== false;
  const endpoints = useEndpoints();
  const navigate = useNavigate();
  const actions = useEndpointActions();
  const mayChange = useMayChange();
  const {
    principal: { isGuest },
    team,
  } = useUser();
  const title = team === undefined ? 'Your endpoints' : `Endpoints of ${team.name}`;
  const mayMove = useMayOwn('moveEndpoint') && !isGuest;
  const rename = () => setRenaming(true);
  const move = () => showDialog('move');
  const onShown = (act: (endpoint: Endpoint) => unknown) => () => void (shown && act(shown));
  const listed = { group: 'Endpoint', enabled: shown !== undefined };
  const change = { group: 'Endpoint', enabled: shown !== undefined && mayChange };
  useShortcut('r', rename, { label: 'Rename the endpoint', ...change });
  useShortcut('e', onShown(actions.showSettings), {
    label: 'Settings: what the endpoint replies',
    ...listed,
  });
  useShortcut('d', onShown(actions.showDeliveries), {
    label: 'Deliveries: attempts and a verdict',
    ...listed,
  });
  useAction(move, { label: 'Move the endpoint', ...change, enabled: listed.enabled && mayMove });
  useAction(onShown(actions.remove), { label: 'Delete the endpoint', ...change });

  const ofShown: MenuEntry[] = [
    { label: 'Rename', icon: <EditIcon />, shortcut: 'r', run: rename },
    { label: 'Share…', icon: <ShareIcon />, run: () => showDialog('share') },
    ...(mayMove ? [{ label: 'Move to…', icon: <UserIcon />, run: move }] : []),
    {
      label: 'Delete endpoint…',
      icon: <TrashIcon />,
      isDanger: true,
      run: onShown(actions.remove),
    },
  ];
  const changes: MenuEntry[] = [
    { kind: 'separator' },
    { label: 'New endpoint', icon: <PlusIcon />, run: actions.create },
    ...(shown === undefined ? [] : ofShown),
    {
      label: 'Delete all and start over…',
      icon: <RefreshIcon />,
      isDanger: true,
      run: actions.regenerate,
    },
  ];
  const entries: MenuEntry[] = [
    { kind: 'heading', label: title },
    ...endpoints.map((endpoint) => ({
      label: endpoint.badgeName,
      hint: (
        <>
          /wh/{endpoint.token.slice(0, 8)}…
          <Captured token={endpoint.token} />
        </>
      ),
      isChosen: endpoint.id === shown?.id,
      run: () => void actions.show(endpoint),
    })),
    {
      label: 'All endpoints together',
      icon: <InboxIcon />,
      isChosen: isOfAll,
      run: () => void navigate({ to: '/all' }),
    },
    ...(mayChange ? changes : []),
  ];
  if (isRenaming && shown !== undefined)
    return <RenameField endpoint={shown} onDone={() => setRenaming(false)} />;
  return (
    <div className="flex min-w-0 items-center">
      <Menu
        className="flex h-8 min-w-0 items-center gap-1 rounded-lg px-2 font-medium hover:bg-raised"
        entries={entries}
        onOpen={() => void queryClient.invalidateQueries(usageQuery)}
        title={title}
      >
        <span className="sr-only">Endpoint: </span>
        <span className="max-w-48 truncate">
          {shown?.badgeName ?? (isOfAll ? 'All endpoints' : 'Endpoints')}
        </span>
        <ChevronDownIcon className="size-4 text-muted" />
      </Menu>
      {change.enabled && (
        <IconButton
          className="max-sm:hidden"
          label="Rename the endpoint"
          onClick={rename}
          shortcut="r"
        >
          <EditIcon />
        </IconButton>
      )}
    </div>
  );
}

/** Replaces the name of an endpoint by a field for a new one. Enter saves it, Escape does not. */
function RenameField({ endpoint, onDone }: { endpoint: Endpoint; onDone: () => void }) {
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

/** The user's actions on endpoints. They ask before data is lost, and end on the screen to look at next. */
export function useEndpointActions() {
  const endpoints = useEndpoints();
  const navigate = useNavigate();
  const principal = usePrincipal();
  const service = useService();

  const show = (endpoint: Endpoint | undefined) =>
    endpoint === undefined
      ? navigate({ to: '/' })
      : navigate({ to: '/endpoints/$token', params: { token: endpoint.token } });

  const showSettings = ({ token }: Endpoint) =>
    navigate({ to: '/endpoints/$token/settings', params: { token } });

  const showDeliveries = ({ token }: Endpoint) =>
    navigate({ to: '/endpoints/$token/deliveries', params: { token } });

  const create = (): void => {
    createEndpoint().then(show, async (error: unknown) => {
      const { toastNotCreated } = await import('./rare-actions.ts');
      const showPlans = () => void navigate({ to: '/plan' });
      toastNotCreated(error, endpoints.length, principal, service, showPlans);
    });
  };

  // The code that deletes is loaded when it is needed, since most first views do not delete.
  const remove = reporting('Could not delete the endpoint', async (endpoint: Endpoint) => {
    const { deleteIfConfirmed } = await import('./rare-actions.ts');
    if (!(await deleteIfConfirmed(endpoint))) return;
    await show(endpoints.findLast(({ id }) => id !== endpoint.id));
  });

  const regenerate = reporting('Could not delete the endpoints', async () => {
    const { startOverIfConfirmed } = await import('./rare-actions.ts');
    const created = await startOverIfConfirmed(endpoints);
    if (created !== undefined) await show(created);
  });

  return { create, remove, regenerate, show, showSettings, showDeliveries };
}
