import type { Endpoint } from '@hookwell/client';
import { useMatchRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction, useShortcut } from '../page/shortcuts.ts';
import { IconButton } from '../ui/button.tsx';
import {
  ChevronDownIcon,
  EditIcon,
  InboxIcon,
  PlusIcon,
  RefreshIcon,
  TrashIcon,
} from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuEntry } from '../ui/menu-popup.tsx';
import { useEndpointActions } from './endpoint-actions.ts';
import { useEndpoints } from './endpoints.ts';
import { RenameField } from './rename-field.tsx';

/** The menu of endpoints. It names the one that is shown; others can be shown, made, renamed and deleted. */
export function EndpointSwitcher({ shown }: { shown: Endpoint | undefined }) {
  const [isRenaming, setRenaming] = useState(false);
  const isOfAll = useMatchRoute()({ to: '/all', fuzzy: true }) !== false;
  const entries = useEntries(shown);
  useShortcut('r', () => setRenaming(true), {
    label: 'Rename the endpoint',
    group: 'Endpoint',
    enabled: shown !== undefined,
  });

  const {
    remove: removeShown,
    showSettings: showSettingsOf,
    showDeliveries: showDeliveriesOf,
  } = useEndpointActions();
  useShortcut('e', () => shown !== undefined && void showSettingsOf(shown), {
    label: 'Settings: what the endpoint replies',
    group: 'Endpoint',
    enabled: shown !== undefined,
  });
  useShortcut('d', () => shown !== undefined && void showDeliveriesOf(shown), {
    label: 'Deliveries: attempts and a verdict',
    group: 'Endpoint',
    enabled: shown !== undefined,
  });
  useAction(() => shown !== undefined && removeShown(shown), {
    label: 'Delete the endpoint',
    group: 'Endpoint',
    enabled: shown !== undefined,
  });

  if (isRenaming && shown !== undefined)
    return <RenameField endpoint={shown} onDone={() => setRenaming(false)} />;
  return (
    <div className="flex min-w-0 items-center">
      <Menu
        className="flex h-8 min-w-0 items-center gap-1 rounded-lg px-2 font-medium hover:bg-raised"
        entries={entries}
        title="Your endpoints"
      >
        <span className="sr-only">Endpoint: </span>
        <span className="max-w-48 truncate">
          {shown?.badgeName ?? (isOfAll ? 'All endpoints' : 'Endpoints')}
        </span>
        <ChevronDownIcon className="size-4 text-muted" />
      </Menu>
      {shown !== undefined && (
        <IconButton
          className="max-sm:hidden"
          label="Rename the endpoint"
          onClick={() => setRenaming(true)}
          shortcut="r"
        >
          <EditIcon />
        </IconButton>
      )}
    </div>
  );

  function useEntries(current: Endpoint | undefined): MenuEntry[] {
    const endpoints = useEndpoints();
    const navigate = useNavigate();
    const { create, remove, regenerate, show } = useEndpointActions();
    const others = endpoints.map((endpoint) => ({
      label: endpoint.badgeName,
      hint: `/wh/${endpoint.token.slice(0, 8)}…`,
      isChosen: endpoint.id === current?.id,
      run: () => void show(endpoint),
    }));
    const ofThisOne: MenuEntry[] =
      current === undefined
        ? []
        : [
            { label: 'Rename', icon: <EditIcon />, shortcut: 'r', run: () => setRenaming(true) },
            {
              label: 'Delete endpoint…',
              icon: <TrashIcon />,
              isDanger: true,
              run: () => remove(current),
            },
          ];
    return [
      { kind: 'heading', label: 'Your endpoints' },
      ...others,
      {
        label: 'All endpoints together',
        icon: <InboxIcon />,
        isChosen: isOfAll,
        run: () => void navigate({ to: '/all' }),
      },
      { kind: 'separator' },
      { label: 'New endpoint', icon: <PlusIcon />, run: create },
      ...ofThisOne,
      {
        label: 'Delete all and start over…',
        icon: <RefreshIcon />,
        isDanger: true,
        run: regenerate,
      },
    ];
  }
}
