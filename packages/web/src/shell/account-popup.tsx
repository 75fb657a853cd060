import type { Principal } from '@hookwell/client';
import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { useLogOut } from '../account/use-log-out.ts';
import { showDialog } from '../page/open-dialog.ts';
import { usePrincipal } from '../session/session.ts';
import { PlusIcon, UserIcon } from '../ui/icons.tsx';
import { type MenuEntry, MenuPopup, type PopupPlace } from '../ui/menu-popup.tsx';
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
} from '../ui/part-icons.tsx';
import { here } from './here.ts';
import { chooseTheme, type Theme, theme } from './theme.ts';

const themes = [
  { name: 'system', label: "The system's theme", icon: <MonitorIcon /> },
  { name: 'light', label: 'Light', icon: <SunIcon /> },
  { name: 'dark', label: 'Dark', icon: <MoonIcon /> },
] as const satisfies readonly { name: Theme; label: string; icon: unknown }[];

/** The entries of the user's menu: the account's pages, the theme and help. */
export function AccountPopup(place: PopupPlace) {
  const account = useAccountEntries(usePrincipal());
  const themeEntries = useThemeEntries();
  return (
    <MenuPopup
      {...place}
      entries={[
        ...account,
        { kind: 'separator' },
        ...themeEntries,
        { kind: 'separator' },
        ...helpEntries,
      ]}
    />
  );
}

function useAccountEntries({ isGuest, email = '' }: Principal): MenuEntry[] {
  const navigate = useNavigate();
  const logOut = useLogOut();
  const goTo = (to: '/account' | '/keys' | '/plan') => () => void navigate({ to });
  const enter = (to: '/register' | '/login') => () => void navigate({ to, search: here() });
  const forAll: MenuEntry[] = [
    { label: 'API keys', icon: <KeyIcon />, run: goTo('/keys') },
    { label: 'Plan and usage', icon: <PlanIcon />, run: goTo('/plan') },
  ];
  const account = { icon: <UserIcon />, run: goTo('/account') };
  if (!isGuest) {
    return [
      { ...account, label: 'Account', hint: email },
      ...forAll,
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
