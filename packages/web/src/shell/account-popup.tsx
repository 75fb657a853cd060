import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { useLogOut } from '../account/log-out.ts';
import { teamId } from '../page/this-page.ts';
import { type User, useMayOwn, useUser } from '../session/session.ts';
import { here } from '../session/start.ts';
import { roleWords, useTeams } from '../session/teams.ts';
import { ClockIcon, PlusIcon, UserIcon } from '../ui/icons.tsx';
import { type MenuEntry, MenuPopup, type PopupPlace } from '../ui/menu-popup.tsx';
import { showDialog } from '../ui/open-dialogs.ts';
import {
  ExternalIcon,
  KeyboardIcon,
  KeyIcon,
  LogInIcon,
  LogOutIcon,
  MonitorIcon,
  MoonIcon,
  PlanIcon,
  SunIcon,
  TeamIcon,
  TerminalIcon,
} from '../ui/part-icons.tsx';
import { chooseTheme, type Theme, theme } from './commands.ts';

const themes = [
  { name: 'system', label: "The system's theme", icon: <MonitorIcon /> },
  { name: 'light', label: 'Light', icon: <SunIcon /> },
  { name: 'dark', label: 'Dark', icon: <MoonIcon /> },
] as const satisfies readonly { name: Theme; label: string; icon: unknown }[];

/** The entries of the user's menu: the account's pages, the theme and help. */
export function AccountPopup(place: PopupPlace) {
  const account = useAccountEntries(useUser());
  const themeEntries = useThemeEntries();
  const accounts = useAccounts();
  return (
    <MenuPopup
      {...place}
      entries={[
        ...account,
        { kind: 'separator' },
        ...themeEntries,
        { kind: 'separator' },
        ...helpEntries,
        ...accounts,
      ]}
    />
  );
}

function useAccountEntries({ principal: { isGuest, email = '' }, team }: User): MenuEntry[] {
  const navigate = useNavigate();
  const logOut = useLogOut();
  const mayOwn = useMayOwn('listAudit');
  const goTo = (to: '/account' | '/keys' | '/plan' | '/team' | '/audit') => () =>
    void navigate({ to });
  const enter = (to: '/register' | '/login') => () => void navigate({ to, search: here() });
  const forAll: MenuEntry[] = [
    { label: 'API keys', icon: <KeyIcon />, run: goTo('/keys') },
    { label: 'Plan and usage', icon: <PlanIcon />, run: goTo('/plan') },
  ];
  const account = { icon: <UserIcon />, run: goTo('/account') };
  const members: MenuEntry = {
    label: 'Members and invitations',
    icon: <TeamIcon />,
    run: goTo('/team'),
  };
  const audit: MenuEntry = { label: 'Audit', icon: <ClockIcon />, run: goTo('/audit') };
  const terminal: MenuEntry = {
    label: 'Use in the terminal…',
    icon: <TerminalIcon />,
    run: () => showDialog('terminal'),
  };
  if (!isGuest) {
    const ofPerson = { ...account, label: 'Account' };
    return [
      { kind: 'heading', label: `Signed in as ${team?.person.email ?? email}` },
      ...(team === undefined ? [ofPerson] : [members]),
      ...forAll,
      ...(mayOwn ? [audit] : []),
      ...(team === undefined ? [terminal] : []),
      ...(team === undefined ? [] : [ofPerson]),
      { label: 'Log out', icon: <LogOutIcon />, run: logOut },
    ];
  }
  return [
    {
      label: 'Create an account',
      hint: 'Keeps your endpoints',
      icon: <PlusIcon />,
      run: enter('/register'),
    },
    { label: 'Log in', icon: <LogInIcon />, run: enter('/login') },
    { ...account, label: 'This guest session' },
    ...forAll,
    terminal,
  ];
}

/** The user's own account and teams, at the end: they may come late, and move no other entry. The way to another one loads its page. */
function useAccounts(): MenuEntry[] {
  const { principal, team } = useUser();
  const teams = useTeams() ?? [];
  const own = team?.person ?? principal;
  if (own.isGuest) return [];
  const go = (id: number | undefined) => () => {
    if (id !== teamId) location.assign(id === undefined ? '/' : `/t/${id}`);
  };
  const ownEntry: MenuEntry = {
    label: own.email ?? 'Your own account',
    hint: 'Your own account',
    icon: <UserIcon />,
    isChosen: team === undefined,
    run: go(undefined),
  };
  return [
    { kind: 'separator' },
    { kind: 'heading', label: 'Teams' },
    ...(teams.length === 0 ? [] : [ownEntry]),
    ...teams.map(({ id, name, role }) => ({
      label: name,
      hint: roleWords[role],
      icon: <TeamIcon />,
      isChosen: id === teamId,
      run: go(id),
    })),
    { label: 'New team…', icon: <PlusIcon />, run: () => showDialog('team') },
  ];
}

function useThemeEntries(): MenuEntry[] {
  const chosen = useSelector(theme);
  return themes.map(({ name, label, icon }) => ({
    label,
    icon,
    isChosen: name === chosen,
    run: () => chooseTheme(name),
  }));
}

const helpEntries: readonly MenuEntry[] = [
  {
    label: 'Keyboard shortcuts',
    icon: <KeyboardIcon />,
    shortcut: '?',
    run: () => showDialog('shortcuts'),
  },
  {
    label: 'Documentation',
    icon: <ExternalIcon />,
    run: () => void window.open('/docs/contents', '_blank'),
  },
  {
    label: 'API documentation',
    icon: <ExternalIcon />,
    run: () => void window.open('/docs', '_blank'),
  },
];
