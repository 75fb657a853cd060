import { useUser } from '../session/session.ts';
import { UserIcon } from '../ui/icons.tsx';
import { lazyComponent } from '../ui/lazy-part.tsx';
import { MenuButton } from '../ui/menu.tsx';

const loadPopup = () => import('./account-popup.tsx');
const AccountPopup = lazyComponent(loadPopup, 'AccountPopup');

/** The user's menu. Its entries are loaded when the pointer or the focus comes near. */
export function AccountMenu() {
  const {
    principal: { isGuest, email },
    team,
  } = useUser();
  return (
    <MenuButton
      align="end"
      className="flex h-8 items-center gap-1.5 rounded-lg px-2 hover:bg-raised"
      popup={(place) => <AccountPopup {...place} />}
      prepare={loadPopup}
    >
      <UserIcon />
      <span
        className={`max-w-40 truncate ${team === undefined ? 'max-md:sr-only' : 'max-md:max-w-24'}`}
      >
        {isGuest ? 'Guest' : (team?.name ?? email ?? 'Account')}
      </span>
      <span className="sr-only">: account and settings</span>
    </MenuButton>
  );
}
