import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { usePrincipal } from '../session/session.ts';
import {
  ExternalIcon,
  KeyboardIcon,
  KeyIcon,
  MonitorIcon,
  MoonIcon,
  PlanIcon,
  SunIcon,
  UserIcon,
} from '../ui/icons.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { showDialog } from './open-dialog.ts';
import { chooseTheme, type Theme, theme } from './theme.ts';

const themes = [
  { name: 'system', label: "The system's theme", icon: <MonitorIcon /> },
  { name: 'light', label: 'Light', icon: <SunIcon /> },
  { name: 'dark', label: 'Dark', icon: <MoonIcon /> },
] as const satisfies readonly { name: Theme; label: string; icon: unknown }[];

/** Who uses the page, where their settings are, and the theme. */
export function AccountMenu() {
  const principal = usePrincipal();
  const navigate = useNavigate();
  const chosen = useSelector(theme);
  const who: MenuEntry[] = principal.isGuest
    ? [
        {
          label: 'Create an account',
          icon: <UserIcon />,
          hint: 'Keeps your endpoints',
          run: () => void navigate({ to: '/register' }),
        },
        { label: 'Log in', run: () => void navigate({ to: '/login' }), icon: <KeyIcon /> },
        {
          label: 'This guest session',
          icon: <UserIcon />,
          run: () => void navigate({ to: '/account' }),
        },
      ]
    : [
        {
          label: 'Account',
          icon: <UserIcon />,
          hint: principal.email ?? '',
          run: () => void navigate({ to: '/account' }),
        },
      ];
  const entries: MenuEntry[] = [
    ...who,
    { label: 'API keys', icon: <KeyIcon />, run: () => void navigate({ to: '/keys' }) },
    { label: 'Plan and usage', icon: <PlanIcon />, run: () => void navigate({ to: '/plan' }) },
    { kind: 'separator' },
    ...themes.map(({ name, label, icon }) => ({
      label,
      icon,
      isChosen: name === chosen,
      run: () => chooseTheme(name),
    })),
    { kind: 'separator' },
    {
      label: 'Keyboard shortcuts',
      icon: <KeyboardIcon />,
      shortcut: '?',
      run: () => showDialog('shortcuts'),
    },
    {
      label: 'API documentation',
      icon: <ExternalIcon />,
      run: () => void window.open('/docs', '_blank'),
    },
  ];
  return (
    <Menu
      align="end"
      className="flex h-8 items-center gap-1.5 rounded-lg px-2 hover:bg-raised"
      entries={entries}
    >
      <UserIcon />
      <span className="max-w-40 truncate max-md:sr-only">
        {principal.isGuest ? 'Guest' : (principal.email ?? 'Account')}
      </span>
      <span className="sr-only">: account and settings</span>
    </Menu>
  );
}
