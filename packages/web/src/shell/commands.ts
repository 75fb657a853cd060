import { useNavigate } from '@tanstack/react-router';
import { createStore, useSelector } from '@tanstack/react-store';
import { useLogOut } from '../account/log-out.ts';
import { useEndpointActions } from '../endpoints/endpoint-switcher.tsx';
import { useEndpoints } from '../endpoints/endpoints.ts';
import { groupedShortcuts, shortcuts } from '../page/shortcuts.ts';
import { readSetting, writeSetting } from '../page/this-page.ts';
import { useMayChange, useMayOwn, useUser } from '../session/session.ts';
import { useTeams } from '../session/teams.ts';
import type { SearchGroup } from '../ui/search-dialog.tsx';

export interface Command {
  value: string;
  label: string;
  keys?: string;
  run: () => void;
}

/** All commands: the shortcuts of the screen, and the ways to other screens. */
export function useCommands(): SearchGroup<Command>[] {
  const navigate = useNavigate();
  const endpoints = useEndpoints();
  const { create, regenerate, show } = useEndpointActions();
  const withKeys = groupedShortcuts(useSelector(shortcuts)).map(({ group, members }) => ({
    label: group,
    items: members
      .filter(({ keys }) => keys !== 'Ctrl+K')
      .map(({ keys, label, run }) => ({
        value: `${group} ${label}`,
        label,
        run,
        ...(keys !== undefined && { keys }),
      })),
  }));
  const {
    principal: { isGuest },
    team,
  } = useUser();
  const teams = useTeams() ?? [];
  const logOut = useLogOut();
  const mayChange = useMayChange();
  const mayOwn = useMayOwn('listAudit');
  const changes: Command[] = [
    { value: 'new endpoint', label: 'New endpoint', run: create },
    { value: 'regenerate', label: 'Delete all endpoints and start over', run: regenerate },
  ];
  const entrances: Command[] = [
    {
      value: 'register',
      label: 'Create an account',
      run: () => void navigate({ to: '/register' }),
    },
    { value: 'login', label: 'Log in', run: () => void navigate({ to: '/login' }) },
  ];
  const going: readonly (readonly [
    label: string,
    to: '/all' | '/keys' | '/plan' | '/team' | '/audit' | '/account',
  ])[] = [
    ['All endpoints together', '/all'],
    ...(team === undefined ? [] : ([['Members and invitations', '/team']] as const)),
    ['API keys', '/keys'],
    ['Plan and usage', '/plan'],
    ...(mayOwn && !isGuest ? ([['Audit', '/audit']] as const) : []),
    ['Account', '/account'],
  ];
  const ownAccount: Command = {
    value: 'own account',
    label: 'Your own endpoints',
    run: () => location.assign('/'),
  };
  return [
    ...withKeys,
    {
      label: 'Go to',
      items: [
        ...endpoints.map((endpoint) => ({
          value: `endpoint ${endpoint.token}`,
          label: endpoint.badgeName,
          run: () => void show(endpoint),
        })),
        ...teams.map(({ id, name }) => ({
          value: `team ${id}`,
          label: `Team: ${name}`,
          run: () => location.assign(`/t/${id}`),
        })),
        ...(team === undefined ? [] : [ownAccount]),
        ...going.map(([label, to]) => ({ value: to, label, run: () => void navigate({ to }) })),
      ],
    },
    {
      label: 'More',
      items: [
        ...(mayChange ? changes : []),
        ...(isGuest ? entrances : []),
        { value: 'log out', label: 'Log out', run: logOut },
        { value: 'light', label: 'Light theme', run: () => chooseTheme('light') },
        { value: 'dark', label: 'Dark theme', run: () => chooseTheme('dark') },
        { value: 'system', label: "The system's theme", run: () => chooseTheme('system') },
        { value: 'docs', label: 'API documentation', run: () => window.open('/docs', '_blank') },
      ],
    },
  ].filter(({ items }) => items.length > 0);
}

export type Theme = 'system' | 'light' | 'dark';

export const theme = createStore<Theme>(chosenBefore());

function chosenBefore(): Theme {
  const remembered = readSetting('theme');
  return remembered === 'light' || remembered === 'dark' ? remembered : 'system';
}

/** Changes the theme at once. On later visits, theme.js sets it before the first paint. */
export function chooseTheme(chosen: Theme): void {
  theme.setState(() => chosen);
  writeSetting('theme', chosen === 'system' ? undefined : chosen);
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
